/** Wide tables scroll by themselves, and can be reached without a mouse. Narrow screens show each cell with its title. */
export function withTables(html: string): string {
  return html.replaceAll(/<table>[^]*?<\/table>/g, (table) => {
    const titles = [...table.matchAll(/<th>(.*?)<\/th>/g)].map(([, title = '']) =>
      title.replaceAll(/<[^>]*>/g, ''),
    );
    return `<div class="scroll" tabindex="0" role="region" aria-label="Table">${withTitles(table, titles)}</div>`;
  });
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
