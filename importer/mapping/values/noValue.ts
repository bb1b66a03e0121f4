const noValues: ReadonlySet<string> = new Set([
  ...[
    'n/a',
    'n.a',
    'n.v',
    'k.a',
    'k/a',
    'keine angabe',
    'nicht angegeben',
    'nicht vorhanden',
    'not specified',
  ],
  ...[
    'nicht zutreffend',
    'does not apply',
    'keine',
    'none',
    'null',
    'nil',
    'undefined',
    'unbekannt',
    'unknown',
  ],
  ...['-', '--', '---', '–', '—', '.', '?'],
]);

const maxLength = Math.max(...[...noValues].map((word) => word.length)) + 1;
/** Most values begin with another character, and need no closer look. */
const firstCharacters = new Set([...noValues].flatMap(([first = '']) => [first, first.toUpperCase()]));

/** Whether a cell says that there is no value, such as `n/a`, `k. A.` or `-`. `NA` may also be Namibia, and says nothing. */
export function isNoValue(text: string): boolean {
  if (text.length > maxLength || !firstCharacters.has(text.charAt(0))) return false;
  const word = text.toLowerCase();
  return noValues.has(word) || noValues.has(word.replace(/\. (?=\w)/g, '.').replace(/(?<=\w)\.$/, ''));
}
