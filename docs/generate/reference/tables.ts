/**
 * Wide tables scroll by themselves, and can be reached without a mouse: as regions that have the name of their heading. Narrow
 * screens show each cell with its title.
 */
export function withTables(html: string): string {
  let heading = '';
  let count = 0;
  return html.replaceAll(/<h\d[^>]*>(.*?)<\/h\d>|<table>[^]*?<\/table>/g, (part, title?: string) => {
    if (title !== undefined) {
      heading = textOf(title);
      count = 0;
      return part;
    }
    count += 1;
    const name = count === 1 ? heading : `${heading}, table ${count}`;
    const titles = [...part.matchAll(/<th>(.*?)<\/th>/g)].map(([, inside = '']) => textOf(inside));
    return `<div class="scroll" tabindex="0" role="region" aria-label="${name}">${withTitles(part, titles)}</div>`;
  });
}

function textOf(html: string): string {
  return html.replaceAll(/<[^>]*>/g, '');
}

/** The first cell says what the row is about, so it needs no title. */
function withTitles(table: string, titles: readonly string[]): string {
  return table.replaceAll(/<tr>[^]*?<\/tr>/g, (row) => {
    let index = -1;
    return row.replaceAll('<td>', () => {
      index += 1;
      const title = index === 0 ? '' : (titles[index] ?? '');
      return title === '' ? '<td>' : `<td data-title="${title}">`;
    });
  });
}
