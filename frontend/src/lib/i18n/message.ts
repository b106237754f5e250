/**
 * One sentence of a catalogue, turned into a function of its parameters.
 *
 * The form is a small part of ICU MessageFormat, so that one string holds all plural forms of a sentence:
 *   "{name} takes the seat"
 *   "{n, plural, one {# фигура} few {# фигуры} many {# фигур} other {# фигуры}}"
 *   "{side, select, south {South} other {North}}"
 * Parts may be nested. `#` is the number of the plural around it, in the language's own notation; `=0 {…}` names an
 * exact number. An apostrophe is only an apostrophe. A parameter that is missing shows as its name in braces: a
 * sentence with a hole is better than no sentence, and the catalogue test finds the hole.
 */
export type Params = Readonly<Record<string, string | number | null | undefined>>;

export type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'count' }
  | { readonly kind: 'param'; readonly name: string }
  | { readonly kind: 'plural' | 'select'; readonly name: string; readonly forms: ReadonlyMap<string, readonly Part[]> };

/** A catalogue's sentence is broken: braces do not match, or a plural lacks `other`. */
export class BrokenMessage extends Error {}

/** Parse one sentence. Throws BrokenMessage. */
export function parse(source: string): Part[] {
  let at = 0;

  function until(stops: string): string {
    const from = at;
    while (at < source.length && !stops.includes(source[at] ?? '')) at += 1;
    if (at >= source.length) throw new BrokenMessage(`unclosed brace in: ${source}`);
    return source.slice(from, at).trim();
  }

  function choice(name: string): Part {
    const kind = until(',}');
    if (kind !== 'plural' && kind !== 'select') throw new BrokenMessage(`unknown kind "${kind}" in: ${source}`);
    at += 1;
    const forms = new Map<string, Part[]>();
    for (;;) {
      const form = until('{}');
      if (source[at] === '}') break;
      at += 1;
      forms.set(form, parts(kind === 'plural', true));
      at += 1;
    }
    at += 1;
    if (!forms.has('other')) throw new BrokenMessage(`no "other" in: ${source}`);
    return { kind, name, forms };
  }

  function parts(inPlural: boolean, nested: boolean): Part[] {
    const found: Part[] = [];
    let text = '';
    const flush = (): void => {
      if (text !== '') found.push({ kind: 'text', text });
      text = '';
    };
    while (at < source.length) {
      const char = source[at];
      if (char === '}') {
        if (nested) break;
        throw new BrokenMessage(`stray brace in: ${source}`);
      }
      at += 1;
      if (char === '#' && inPlural) {
        flush();
        found.push({ kind: 'count' });
      } else if (char === '{') {
        flush();
        const name = until(',}');
        const simple = source[at] === '}';
        at += 1;
        found.push(simple ? { kind: 'param', name } : choice(name));
      } else {
        text += char;
      }
    }
    if (nested && at >= source.length) throw new BrokenMessage(`unclosed brace in: ${source}`);
    flush();
    return found;
  }

  return parts(false, false);
}

/** Fill a parsed sentence in. */
export function fill(parts: readonly Part[], params: Params, lang: string, count = 0): string {
  return parts
    .map((part) => {
      switch (part.kind) {
        case 'text':
          return part.text;
        case 'count':
          return formatNumber(count, lang);
        case 'param': {
          const value = params[part.name];
          if (value === undefined || value === null) return `{${part.name}}`;
          return typeof value === 'number' ? formatNumber(value, lang) : value;
        }
        case 'select': {
          const form = part.forms.get(String(params[part.name])) ?? part.forms.get('other') ?? [];
          return fill(form, params, lang, count);
        }
        case 'plural': {
          const n = Number(params[part.name] ?? 0);
          const form = part.forms.get(`=${n}`) ?? part.forms.get(pluralForm(n, lang)) ?? part.forms.get('other') ?? [];
          return fill(form, params, lang, n);
        }
      }
    })
    .join('');
}

const rules = new Map<string, Intl.PluralRules>();
const numbers = new Map<string, Intl.NumberFormat>();

/** The plural category of a number: en one, other; ru one, few, many, other (fractions). */
export function pluralForm(n: number, lang: string): string {
  let rule = rules.get(lang);
  if (rule === undefined) rules.set(lang, (rule = new Intl.PluralRules(lang)));
  return rule.select(n);
}

/** A number as the language writes it: 7.6, or 7,6. */
export function formatNumber(n: number, lang: string, options?: Intl.NumberFormatOptions): string {
  const key = lang + (options === undefined ? '' : JSON.stringify(options));
  let format = numbers.get(key);
  if (format === undefined) numbers.set(key, (format = new Intl.NumberFormat(lang, options)));
  return format.format(n);
}
