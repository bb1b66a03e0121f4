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

const entities = /&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi;

/** Decodes the entities of HTML, such as `&amp;`; unknown ones stay. */
export function withoutEntities(text: string): string {
  return text.includes('&') ? text.replace(entities, decodedCharacter) : text;
}

function decodedCharacter(entity: string, decimal?: string, hexadecimal?: string, name = ''): string {
  const code = decimal ? Number(decimal) : Number.parseInt(hexadecimal ?? '', 16);
  if (code > 0 && code <= 0x10_ff_ff) return String.fromCodePoint(code);
  return characters[name] ?? entity;
}
