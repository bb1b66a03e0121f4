const characters: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  euro: '€',
  ndash: '–',
  mdash: '—',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  szlig: 'ß',
  hellip: '…',
  bull: '•',
};

/** Converts HTML to plain text: shops describe articles in HTML, and an invoice would print the tags. */
export function plainText(html: string): string {
  if (!/[<&]/.test(html)) return html;
  return html
    .replace(/<(?:style|script)\b[\s\S]*?<\/(?:style|script)>/gi, '')
    .replace(/\s*<(?:br|\/p|\/div|\/li|\/h\d|\/tr)\b[^>]*>\s*/gi, '\n')
    .replace(/<li\b[^>]*>/gi, '- ')
    .replace(/<\/?[a-z!][^>]*>/gi, '')
    .replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, decodedCharacter)
    .replace(/[ \t]*\n[ \t]*/g, '\n')
    .trim();
}

function decodedCharacter(entity: string, decimal?: string, hexadecimal?: string, name = ''): string {
  const code = decimal ? Number(decimal) : Number.parseInt(hexadecimal ?? '', 16);
  if (code > 0 && code <= 0x10_ff_ff) return String.fromCodePoint(code);
  return characters[name] ?? entity;
}
