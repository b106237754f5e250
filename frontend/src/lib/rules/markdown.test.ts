import { describe, expect, it } from 'vitest';

import { inline } from './inline';
import { chapterOf, isRuleId, parseBook, search } from './markdown';

const address = (anchor: string): string => `/rules/lore/${anchor}`;
const html = (markdown: string): string => parseBook(markdown, address).chapters.map((chapter) => chapter.html).join('\n');

const BOOK = `# Lore {#rulebook}

Intro with a rule ([F-12](#F-12)).

## Fire {#fire}

{#F-12} A *blue* or **red** unit
does not light fires.

- {#landmark-fortress} **Fortress.** Bold.
- second
  line two

| what | limit |
| --- | --- |
| {#limit-forest} forest | 3 |

### Flames {#flames}

1. one
2. two
`;

describe('the rulebook', () => {
  it('is cut into chapters with their anchors', () => {
    const book = parseBook(BOOK, address);
    expect(book.title).toBe('Lore');
    expect(book.chapters.map(({ id, level, anchors }) => ({ id, level, anchors }))).toEqual([
      { id: 'rulebook', level: 1, anchors: ['rulebook'] },
      { id: 'fire', level: 2, anchors: ['fire', 'F-12', 'landmark-fortress', 'limit-forest'] },
      { id: 'flames', level: 3, anchors: ['flames'] },
    ]);
    expect(chapterOf(book, 'F-12')?.title).toBe('Fire');
    expect(chapterOf(book, 'nothing')).toBeUndefined();
  });

  it('puts a rule under its id, with the id in the margin as a link', () => {
    expect(html(BOOK)).toContain('<p id="F-12" class="rule"><a class="rule-id" href="/rules/lore/F-12">F-12</a>A <em>blue</em> or <strong>red</strong> unit does not light fires.</p>');
  });

  it('anchors items and rows without showing ids that are no rules', () => {
    expect(html(BOOK)).toContain('<li id="landmark-fortress"><strong>Fortress.</strong> Bold.</li><li>second line two</li>');
    expect(html(BOOK)).toContain('<tr id="limit-forest"><td>forest</td><td>3</td></tr>');
    expect(['F-12', 'LM-1', 'R-8', 'F-76'].every(isRuleId)).toBe(true);
    expect(['fire', 'landmark-camp', 'board'].some(isRuleId)).toBe(false);
  });

  it('is searched by words, in either spelling of ё, and by rule id', () => {
    const book = parseBook('## А {#a}\n\n{#B-1} Зажжённый мост.\n\n{#B-2} Другое.\n', address);
    expect(search(book, 'зажженный МОСТ').map((hit) => hit.anchor)).toEqual(['B-1']);
    expect(search(book, 'b-2').map((hit) => hit.anchor)).toEqual(['B-2']);
    expect(search(book, ' ')).toEqual([]);
  });
});

describe('hostile Markdown', () => {
  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '**<b onclick=x>**',
    '`<svg/onload=alert(1)>`',
    '[x](javascript:alert(1))',
    '[x](#"onmouseover="alert(1))',
    '[<img src=x>](#a)',
    '[x](data:text/html,<script>)',
    '{#x"onload="y} text',
    '| <script> | b |\n| --- | --- |\n| <script>alert(1)</script> | c |',
    '## <script>alert(1)</script> {#x}\n\n> <iframe src=//evil>',
  ])('%s brings no element and no handler to the page', (markdown) => {
    const page = document.createElement('div');
    const book = parseBook(markdown, address);
    page.innerHTML = book.chapters.map((chapter) => chapter.html).join('');
    expect(page.querySelector('script, img, svg, iframe, b')).toBeNull();
    for (const element of page.querySelectorAll('*')) {
      for (const { name, value } of element.attributes) {
        expect(name.startsWith('on')).toBe(false);
        if (name === 'href') expect(value).toMatch(/^\/rules\/lore\/|^https:/u);
      }
    }
  });

  it('closes what it opens', () => {
    expect(inline('**bold *and* `code`** rest', address)).toBe('<strong>bold <em>and</em> <code>code</code></strong> rest');
    expect(inline('2 * 3 * 4', address)).toBe('2 * 3 * 4');
  });
});

it('a passage with two names is found by either and shows neither', () => {
  const book = parseBook('## Flags {#retreat}\n\n{#R-2}{#bold} A *bold* unit.', address);
  expect(chapterOf(book, 'bold')?.id).toBe('retreat');
  expect(book.chapters[0]?.html).toBe('<p id="R-2" class="rule"><span id="bold"></span><a class="rule-id" href="/rules/lore/R-2">R-2</a>A <em>bold</em> unit.</p>');
});
