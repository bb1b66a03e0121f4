/** A page with this text between the comments `<!-- NAME: npm run docs -->` and `<!-- end of NAME -->`. */
export function replaceBetween(page: string, name: string, text: string): string {
  const [begin, end] = [`<!-- ${name}: npm run docs -->`, `<!-- end of ${name} -->`];
  const [before = '', rest = ''] = page.split(begin, 2);
  const [, after = ''] = rest.split(end, 2);
  return `${before}${begin}\n\n${text}\n\n${end}${after}`;
}
