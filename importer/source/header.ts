/** The columns of a file, named so that each name stands once, and what there is to say about them. */
export interface Header {
  readonly columns: readonly string[];
  readonly notices: readonly string[];
}

/** Names the columns: a second column of a name gets a number, one without a name its place. */
export function readHeader(names: readonly string[]): Header {
  const notices: string[] = [];
  const columns: string[] = [];
  for (const [place, given] of withoutEmptyEnd(names.map((name) => name.trim())).entries()) {
    const name = given === '' ? `column ${place + 1}` : given;
    const unique = columns.includes(name) ? numbered(name, columns) : name;
    if (given === '') notices.push(`column ${place + 1} has no name: it is called "${unique}"`);
    else if (unique !== name)
      notices.push(`"${name}" stands twice: column ${place + 1} is called "${unique}"`);
    columns.push(unique);
  }
  return { columns, notices };
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
