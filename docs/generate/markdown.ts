/** A table in Markdown; an empty head keeps the columns without a title. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [rowOf(head), `|${'---|'.repeat(head.length)}`, ...rows.map(rowOf)].join('\n');
}

function rowOf(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`.replaceAll(/ {2,}/g, ' ');
}

export function code(text: string): string {
  return `\`${text}\``;
}

/** JSON as a block, one member in a line. */
export function jsonBlock(value: unknown): string {
  return `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
}

/** The anchor of an operation: `article.create` is at `#article-create`. */
export function anchorOf(operation: string): string {
  return operation.replace('.', '-');
}

/** Markdown without ", see …" in it, which refers to the page of the API: readers of other texts do not have that page. */
export function withoutReferences(markdown: string): string {
  return markdown.replaceAll(/, see (?:below|\[[^\]]+\]\(#[^)]*\))/g, '');
}

/** A page with this text between the comments `<!-- NAME: npm run docs -->` and `<!-- end of NAME -->`. */
export function replaceBetween(page: string, name: string, text: string): string {
  const [begin, end] = [`<!-- ${name}: npm run docs -->`, `<!-- end of ${name} -->`];
  const [before = '', rest = ''] = page.split(begin, 2);
  const [, after = ''] = rest.split(end, 2);
  return `${before}${begin}\n\n${text}\n\n${end}${after}`;
}
