const languages = ['de', 'en', 'fr', 'it', 'nl', 'pl', 'es'];
const forms: readonly Intl.DateTimeFormatOptions[] = [
  { month: 'short' },
  { month: 'long' },
  { day: 'numeric', month: 'short' },
  { day: 'numeric', month: 'long' },
];
/** Abbreviations of spreadsheets that the standard lacks. */
const others = ['mrz', 'mär', 'sep', 'sept', 'okt', 'dez'];

/** Returns the names and abbreviations of months in the languages of most files, in small letters, without points. */
function monthNames(): readonly string[] {
  const names = new Set(others);
  for (const language of languages)
    for (const form of forms) {
      const format = new Intl.DateTimeFormat(language, { ...form, timeZone: 'UTC' });
      for (let month = 0; month < 12; month += 1)
        for (const { type, value } of format.formatToParts(Date.UTC(2026, month, 1)))
          if (type === 'month') names.add(value.toLowerCase().replace('.', ''));
    }
  // A set of pieces, such as `Set-12`, is more frequent than September in Italian.
  names.delete('set');
  return [...names];
}

/** Matches a month in a number or article number that a spreadsheet took for a date: `05. Dez`, `Mrz 24`, `1-Feb`, `3-mars`. */
const month = `(?:${monthNames().join('|')})\\.?`;
export const shownDate = new RegExp(`^(?:\\d{1,2}[. -]{1,2}${month}|${month}[. -]{1,2}\\d{2}\\.?)$`, 'iu');
