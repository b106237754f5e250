/**
 * The inside of a line of rulebook Markdown as safe HTML: bold, italics, code, links. Everything else is text, and every
 * character of text is escaped, so no HTML of the source survives. Links lead to an anchor of the same book or to https.
 */
const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/gu, (char) => ESCAPES[char] ?? char);
}

/** Where an anchor of the book stands in this client. */
export type AddressOf = (anchor: string) => string;

const MARK = /`([^`]+)`|\*\*(.+?)\*\*(?!\*)|\*(?!\s)(.+?)\*|\[([^\]]+)\]\(([^()\s]*)\)/u;

export function inline(text: string, address: AddressOf): string {
  let rest = text;
  let html = '';
  for (;;) {
    const found = MARK.exec(rest);
    if (found === null) return html + escapeHtml(rest);
    html += escapeHtml(rest.slice(0, found.index));
    const [whole, code, bold, italic, label, target] = found;
    if (code !== undefined) html += `<code>${escapeHtml(code)}</code>`;
    else if (bold !== undefined) html += `<strong>${inline(bold, address)}</strong>`;
    else if (italic !== undefined) html += `<em>${inline(italic, address)}</em>`;
    else html += link(label ?? '', target ?? '', address);
    rest = rest.slice(found.index + whole.length);
  }
}

function link(label: string, target: string, address: AddressOf): string {
  const words = inline(label, address);
  if (/^#[\w-]+$/u.test(target)) return `<a href="${escapeHtml(address(target.slice(1)))}" data-rule="${escapeHtml(target.slice(1))}">${words}</a>`;
  if (/^https:\/\/[\w./?=&%~:-]+$/u.test(target)) return `<a href="${escapeHtml(target)}" rel="noreferrer">${words}</a>`;
  return words;
}

/** The words of a line without their marks, for search and contents. */
export function plainText(text: string): string {
  return text
    .replace(/\{#[\w-]+\}/gu, '')
    .replace(/\[([^\]]+)\]\([^()\s]*\)/gu, '$1')
    .replace(/[*`]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
}
