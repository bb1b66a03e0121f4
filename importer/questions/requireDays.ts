import type { MappingFile } from '../mapping/rules/mappingFile.ts';
import { allColumnsOf } from '../mapping/rules/valueReader.ts';
import { isNoValue } from '../mapping/values/cells.ts';
import { toDays } from '../mapping/values/paymentTerms.ts';
import { plainWord } from '../mapping/values/vocabulary.ts';
import { factsOf, rowsOf, shown, valuesOf } from '../rows/columns.ts';
import type { ColumnFacts, Inspection } from '../rows/inspectColumns.ts';
import { answer, ImportError } from '../source/importError.ts';

const field = 'term_of_credit';
const unitName = /tage|days|jours|giorni|dni|dagen|dias|dage[rn]?$|dagar|napok|gun/;
const usualDays: ReadonlySet<number> = new Set([
  5, 7, 8, 10, 14, 15, 20, 21, 25, 28, 30, 35, 40, 42, 45, 50, 60, 70, 75, 80, 90, 100, 120, 150, 180,
]);
/** Fewer days than any usual term; codes count from 1. */
const maxCode = 4;

/** Throws an ImportError when a guessed column of payment terms seems to have codes, or mostly texts that are not days. */
export function requireDays(
  { fields }: MappingFile,
  inspection: Inspection,
  onBadValue: 'refuse' | 'empty',
  file: string,
): void {
  for (const facts of factsOf(inspection, allColumnsOf(fields[field]))) {
    const why = problemOf(facts, onBadValue === 'empty');
    if (why === undefined) continue;
    throw new ImportError(
      `${file}: column "${facts.name}" ${why}: if it has days, set ${answer(`--column ${field}="${facts.name}"`)}; otherwise leave it out with ${answer(`--column ${field}=`)}`,
    );
  }
}

/** Texts may be left empty. */
function problemOf(facts: ColumnFacts, isEmptied: boolean): string | undefined {
  const values = [...valuesOf(facts)].filter(([text]) => !isNoValue(text));
  const texts = values.map(([text]) => text);
  if (texts.length === 0) return undefined;
  const numbers = texts.filter((text) => /^\d+$/.test(text)).map(Number);
  if (numbers.length === texts.length && !unitName.test(plainWord(facts.name)) && areCodes(numbers))
    return `has numbers that may be codes instead of days (${shown(texts)})`;
  const unread = values.filter(([text]) => {
    const days = toDays(text);
    return typeof days === 'object' && 'problem' in days;
  });
  return !isEmptied && rowsOf(unread) * 2 > rowsOf(values)
    ? `has texts instead of days (${shown(unread.map(([text]) => text))})`
    : undefined;
}

function areCodes(numbers: readonly number[]): boolean {
  const terms = numbers.filter((number) => number > 0);
  const isCounted = Math.min(...terms) <= maxCode && Math.max(...terms) < 10;
  return terms.length > 0 && (isCounted || !terms.some((number) => usualDays.has(number)));
}
