/** Text as HTML. */
export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** The items of a list of the headings that have an anchor: sections, and what they consist of. */
export function navigation(body: string): string {
  const headings = [...body.matchAll(/<h([23]) id="([^"]+)">(.*?)<\/h\1>/g)];
  const items = headings.map(
    ([, level, id, title]) => `<li class="level-${level}"><a href="#${id}">${title}</a></li>`,
  );
  return items.join('\n');
}
