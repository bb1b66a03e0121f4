const word =
  /^(?:(?:gesamt|zwischen|end|netto|brutto)?summen?|gesamt(?:betrag|wert)?|(?:grand |sub)?totals?|sous-total|total général|sum)(?: (?:netto|brutto|net|gross|eur|€))?:?$/i;
const amount = /^[-+]?[\d.,'\s]*\d[\d.,'\s]*(?:€|%|eur|chf|usd|\$|£)?$/i;

/** First letters of these words: most rows need no closer look. */
const firstLetters = new Set('zZeEnNbBsSgGtT');

/**
 * Recognizes a line of totals: its first value is a word such as `Summe`, most others are empty, and the rest are amounts.
 * Returns undefined for other rows.
 */
export function totalsReason(values: readonly string[], width: number): string | undefined {
  let first = 0;
  while (first < values.length && values[first] === '') first += 1;
  const text = values[first] ?? '';
  if (!firstLetters.has(text.charAt(text.charAt(0) === ' ' ? 1 : 0)) || !word.test(text.trim()))
    return undefined;
  const filled = values.slice(first + 1).filter((value) => value.trim() !== '');
  const isMostlyEmpty = width > 2 && filled.length <= (width - 1) / 2;
  return isMostlyEmpty && filled.every((value) => amount.test(value.trim())) ? totals : undefined;
}

const totals = 'the row is a line of totals';
