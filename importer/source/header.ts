export interface Header {
  readonly columns: readonly string[];
  readonly notices: readonly string[];
}

/** Gives a second column of the same name a number, and a column without a name its position. */
export function readHeader(names: readonly string[]): Header {
  const notices: string[] = [];
  const columns: string[] = [];
  for (const [index, given] of withoutEmptyEnd(names.map((name) => name.trim())).entries()) {
    const name = given === '' ? `column ${index + 1}` : given;
    const unique = columns.includes(name) ? numbered(name, columns) : name;
    if (given === '') notices.push(`column ${index + 1} has no name: it is renamed to "${unique}"`);
    else if (unique !== name)
      notices.push(
        `column ${index + 1} has the same name as another column, "${name}": it is renamed to "${unique}"`,
      );
    columns.push(unique);
  }
  return { columns, notices };
}

/** Names the columns by their number, from 1. */
export function numberedColumns(rows: readonly { readonly values: readonly string[] }[]): Header {
  const first = rows.find(({ values }) => values.some((value) => value.trim() !== ''));
  const columns = (first?.values ?? []).map((_, index) => `${index + 1}`);
  return { columns, notices: [`the columns are called by their numbers, 1 to ${columns.length}`] };
}

/** Spreadsheets write empty columns at the end. */
function withoutEmptyEnd(names: readonly string[]): readonly string[] {
  return names.slice(0, names.findLastIndex((name) => name !== '') + 1);
}

function numbered(name: string, columns: readonly string[]): string {
  for (let number = 2; ; number += 1) {
    const candidate = `${name} (${number})`;
    if (!columns.includes(candidate)) return candidate;
  }
}
