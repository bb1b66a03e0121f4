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

/** Whether a cell says that there is no value, such as `n/a`, `k. A.` or `-`. `NA` may also be Namibia, and says nothing. */
export function isNoValue(text: string): boolean {
  const word = text.toLowerCase();
  return noValues.has(word) || noValues.has(word.replace(/\. (?=\w)/g, '.').replace(/(?<=\w)\.$/, ''));
}
