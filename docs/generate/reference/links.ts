/** Rows of these tables are about what their first cell names. */
const named = /^<table>\s*<thead>\s*<tr>\s*<th>(?:field|code)<\/th>/;

/**
 * Gives each heading a link to itself, and each row of a field or a code an id and a link: `customer-create-bill_email` in the
 * section of an operation, `code-record_changed` in the sections of all codes. Throws when two elements have the same id.
 */
export function withLinks(body: string): string {
  let section = '';
  const linked = body.replaceAll(
    /<(h[23]) id="([^"]+)">(.*?)<\/h[23]>|<table>[^]*?<\/table>/g,
    (part, heading: string | undefined, id: string, title: string) => {
      if (heading === undefined) return named.test(part) ? withRows(part, prefixOf(section)) : part;
      section = id;
      return `<${heading} id="${id}"><a class="anchor" href="#${id}">${title}</a></${heading}>`;
    },
  );
  return withUniqueIds(linked);
}

function prefixOf(section: string): string {
  return section.startsWith('codes-of-') ? 'code' : section;
}

function withRows(table: string, prefix: string): string {
  return table.replaceAll(/<tr>\s*<td>(<code>([^<]+)<\/code>)<\/td>/g, (_, cell: string, name: string) => {
    const id = `${prefix}-${name}`;
    return `<tr id="${id}">\n<td><a class="anchor" href="#${id}">${cell}</a></td>`;
  });
}

/** An operation may refuse with a code for several reasons, and resources have fields of the same name: the later rows get a number. */
function withUniqueIds(body: string): string {
  const counts = new Map<string, number>();
  return body.replaceAll(/<tr id="([^"]+)">\s*<td><a class="anchor" href="#[^"]+">/g, (row, id: string) => {
    const count = (counts.get(id) ?? 0) + 1;
    counts.set(id, count);
    return count === 1 ? row : row.replaceAll(id, `${id}-${count}`);
  });
}

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
