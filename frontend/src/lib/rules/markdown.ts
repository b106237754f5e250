/**
 * The rulebook's Markdown as a book: chapters with safe HTML, the anchors in them, and their words for the search.
 *
 * The books use little of Markdown: headings, paragraphs, lists, tables, quotes. `{#F-12}` at the start of a paragraph,
 * item or cell, or at the end of a heading, is an anchor; ids of rules (capitals, hyphen, number) are shown in the
 * margin. An own renderer of this size beats a general one with a sanitiser behind it: nothing to sanitise arises.
 */
import { escapeHtml, inline, plainText, type AddressOf } from './inline';

export interface Chapter {
  readonly id: string;
  readonly title: string;
  /** 1 the book's title, 2 a chapter, 3 a section. */
  readonly level: number;
  readonly html: string;
  /** Anchors in this chapter, its own first. */
  readonly anchors: readonly string[];
  /** What the search reads: one entry a paragraph, item or row. */
  readonly passages: readonly { readonly anchor: string; readonly text: string }[];
}

export interface Book {
  readonly title: string;
  readonly chapters: readonly Chapter[];
}

/** Whether an anchor is the id of a rule, to be shown: F-12, LM-1, B-4a. */
export const isRuleId = (anchor: string): boolean => /^[A-Z]{1,4}-?\d+[a-z]?(?:\.\d+)?$/u.test(anchor);

const ANCHOR = /^\{#([\w-]+)\}\s*/u;
const MORE_ANCHORS = /^(?:\{#[\w-]+\}\s*)+/u;
const HEADING = /^(#{1,4})\s+(.*?)\s*(?:\{#([\w-]+)\})?\s*$/u;
const ITEM = /^\s*(?:([-*])|(\d+)\.)\s+(.*)$/u;

export function parseBook(markdown: string, address: AddressOf): Book {
  const lines = markdown.replaceAll('\r\n', '\n').split('\n');
  const chapters: Chapter[] = [];
  let title = '';
  let open: { id: string; title: string; level: number; html: string[]; anchors: string[]; passages: { anchor: string; text: string }[] } | null = null;
  let unnamed = 0;

  const close = (): void => {
    if (open !== null) chapters.push({ ...open, html: open.html.join('\n') });
    open = null;
  };

  /** Take the anchor off a text: note it, and return the id attribute, the margin link and the rest. */
  function anchored(text: string): { attributes: string; margin: string; rest: string } {
    const found = ANCHOR.exec(text);
    const at = open;
    if (at === null) return { attributes: '', margin: '', rest: text };
    const anchor = found?.[1];
    if (anchor !== undefined) at.anchors.push(anchor);
    // a passage may have several names: the first is its id, the others stand as marks before its words
    const others = [...(MORE_ANCHORS.exec(text)?.[0] ?? '').matchAll(/\{#([\w-]+)\}/gu)].slice(1).map((name) => name[1] ?? '');
    at.anchors.push(...others);
    const rest = text.replace(MORE_ANCHORS, '');
    at.passages.push({ anchor: anchor ?? at.anchors.at(-1) ?? at.id, text: plainText(text.replaceAll('|', ' ')) });
    if (anchor === undefined) return { attributes: '', margin: '', rest };
    const marks = others.map((name) => `<span id="${escapeHtml(name)}"></span>`).join('');
    const margin = marks + (isRuleId(anchor) ? `<a class="rule-id" href="${escapeHtml(address(anchor))}">${escapeHtml(anchor)}</a>` : '');
    return { attributes: ` id="${escapeHtml(anchor)}"`, margin, rest };
  }

  function block(tag: string, text: string): string {
    const { attributes, margin, rest } = anchored(text);
    const shown = margin === '' ? '' : ' class="rule"';
    return `<${tag}${attributes}${shown}>${margin}${inline(rest, address)}</${tag}>`;
  }

  function table(rows: string[]): string {
    const cells = (row: string): string[] => row.trim().replace(/^\||\|$/gu, '').split('|').map((cell) => cell.trim());
    const [head, , ...body] = rows;
    const headHtml = cells(head ?? '').map((cell) => `<th scope="col">${inline(cell, address)}</th>`).join('');
    const bodyHtml = body.map((row) => {
      const [first, ...others] = cells(row);
      const { attributes, margin, rest } = anchored(first ?? '');
      const at = open?.passages.at(-1);
      if (at !== undefined) open?.passages.splice(-1, 1, { anchor: at.anchor, text: plainText([first, ...others].join(' · ')) });
      return `<tr${attributes}><td>${margin}${inline(rest, address)}</td>${others.map((cell) => `<td>${inline(cell, address)}</td>`).join('')}</tr>`;
    });
    return `<div class="table" tabindex="0" role="group"><table><thead><tr>${headHtml}</tr></thead><tbody>${bodyHtml.join('')}</tbody></table></div>`;
  }

  let at = 0;
  const takeWhile = (holds: (line: string) => boolean): string[] => {
    const taken: string[] = [];
    for (let line = lines[at]; line !== undefined && holds(line); line = lines[at]) {
      taken.push(line);
      at += 1;
    }
    return taken;
  };
  const special = (line: string): boolean => line.trim() === '' || HEADING.test(line) || ITEM.test(line) || /^\s*[|>]/u.test(line);

  while (at < lines.length) {
    const line = lines[at] ?? '';
    const heading = HEADING.exec(line);
    if (heading !== null) {
      close();
      const level = heading[1]?.length ?? 2;
      const words = plainText(heading[2] ?? '');
      const id = heading[3] ?? `part-${(unnamed += 1)}`;
      if (level === 1) title = words;
      open = { id, title: words, level, html: [], anchors: [id], passages: [{ anchor: id, text: words }] };
      at += 1;
      continue;
    }
    open ??= { id: 'start', title: '', level: 2, html: [], anchors: ['start'], passages: [] };
    if (line.trim() === '') {
      at += 1;
    } else if (/^\s*\|/u.test(line)) {
      open.html.push(table(takeWhile((next) => /^\s*\|/u.test(next))));
    } else if (/^\s*>/u.test(line)) {
      const quoted = takeWhile((next) => /^\s*>/u.test(next)).map((next) => next.replace(/^\s*>\s?/u, ''));
      open.html.push(`<blockquote>${block('p', quoted.join(' '))}</blockquote>`);
    } else if (ITEM.test(line)) {
      const tag = ITEM.exec(line)?.[2] === undefined ? 'ul' : 'ol';
      const items: string[] = [];
      for (const next of takeWhile((text) => ITEM.test(text) || (/^\s+\S/u.test(text) && !special(text)))) {
        const item = ITEM.exec(next);
        if (item !== null) items.push(item[3] ?? '');
        else items.push(`${items.pop() ?? ''} ${next.trim()}`);
      }
      open.html.push(`<${tag}>${items.map((item) => block('li', item)).join('')}</${tag}>`);
    } else if (/^\s*(?:-{3,}|\*{3,})\s*$/u.test(line)) {
      open.html.push('<hr>');
      at += 1;
    } else {
      at += 1;
      open.html.push(block('p', [line.trim(), ...takeWhile((next) => !special(next)).map((next) => next.trim())].join(' ')));
    }
  }
  close();
  return { title, chapters };
}

/** The chapter that holds an anchor. */
export function chapterOf(book: Book, anchor: string): Chapter | undefined {
  return book.chapters.find((chapter) => chapter.anchors.includes(anchor));
}

export interface Hit {
  readonly chapter: Chapter;
  readonly anchor: string;
  readonly text: string;
}

/** Passages that hold every word of the question, in the order of the book; a rule's id finds that rule first. */
export function search(book: Book, question: string, most = 40): Hit[] {
  const words = question.toLowerCase().replaceAll('ё', 'е').split(/\s+/u).filter((word) => word.length > 1);
  if (words.length === 0) return [];
  const hits: Hit[] = [];
  for (const chapter of book.chapters) {
    for (const { anchor, text } of chapter.passages) {
      const read = text.toLowerCase().replaceAll('ё', 'е');
      const named = anchor.toLowerCase() === question.trim().toLowerCase();
      if (named || words.every((word) => read.includes(word))) hits[named ? 'unshift' : 'push']({ chapter, anchor, text });
    }
  }
  return hits.slice(0, most);
}
