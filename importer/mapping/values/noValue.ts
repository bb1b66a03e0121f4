const noValues: ReadonlySet<string> = new Set([
  'n/a',
  'n.a',
  'n.v',
  'k.a',
  'k/a',
  'keine angabe',
  'nicht angegeben',
  'nicht vorhanden',
  'not specified',
  'nicht zutreffend',
  'does not apply',
  'keine',
  'none',
  'null',
  'nil',
  'undefined',
  'unbekannt',
  'unknown',
  '-',
  '--',
  '---',
  '–',
  '—',
  '.',
  '?',
]);

const maxLength = Math.max(...[...noValues].map((word) => word.length)) + 1;
/** First characters of these words: most values begin with another one, and need no closer look. */
const firstCharacters = new Set([...noValues].flatMap(([first = '']) => [first, first.toUpperCase()]));

/**
 * Recognizes a cell that says that there is no value, such as `n/a`, `k. A.` or `-`. `NA` does not count, since it may be
 * Namibia.
 */
export function isNoValue(text: string): boolean {
  if (text.length > maxLength || !firstCharacters.has(text.charAt(0))) return false;
  const word = text.toLowerCase();
  return noValues.has(word) || noValues.has(word.replace(/\. (?=\w)/g, '.').replace(/(?<=\w)\.$/, ''));
}
