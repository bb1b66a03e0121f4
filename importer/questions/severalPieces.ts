import { otherNumber, piecesColumnKind } from '../mapping/guess/piecesNames.ts';
import type { MappingFile } from '../mapping/rules/mappingFile.ts';
import { allColumnsOf } from '../mapping/rules/valueReader.ts';
import { currencyCode, isUnit } from '../mapping/values/amounts.ts';
import { piecesOf, piecesOfUnit, roundPieces } from '../mapping/values/divisors.ts';
import { shown, valuesOf } from '../rows/columns.ts';
import type { ColumnFacts, Inspection } from '../rows/inspectColumns.ts';
import { answer, ImportError } from '../source/importError.ts';

/**
 * Throws an ImportError when a column says that prices are for several pieces. In a column whose name suggests pieces,
 * any value but 1 or a unit counts. In another one that gives no field, only round numbers and words for them do; among units,
 * these words do.
 */
export function requireSinglePieces(
  { fields, price_per: per, only = [] }: MappingFile,
  { columns }: Inspection,
  currency: string,
  file: string,
): void {
  if (per !== undefined) return;
  const mapped = Object.values(fields).flatMap(allColumnsOf);
  const units = allColumnsOf(fields.article_unit);
  const decided = only.map((rule) => rule.column);
  for (const column of columns) {
    const values = [...valuesOf(column).keys()];
    const kind = piecesColumnKind(column.name, values);
    const isOpen = kind !== undefined || !mapped.includes(column.name);
    if (decided.includes(column.name) || !(isOpen || units.includes(column.name))) continue;
    const found = isOpen
      ? severalIn(values, kind, column.name, currency)
      : values.filter((value) => /^10+$/.test(String(piecesOfUnit(value))));
    if (found.length > 0) throw piecesQuestion(column, kind, found, file);
  }
}

type PiecesKind = ReturnType<typeof piecesColumnKind>;

/** Returns the values that stand for several pieces. For codes, returns all of them, so that the question can name each. */
function severalIn(
  values: readonly string[],
  kind: PiecesKind,
  name: string,
  currency: string,
): readonly string[] {
  if (kind === 'codes') return values.some((value) => value !== '0') ? values : [];
  if (kind === 'pieces')
    return values.filter(
      (value) => piecesOf(value) !== 1 && !isUnit(value) && currencyCode(value) !== currency,
    );
  const several = values.filter((value) => (piecesOf(value) ?? 1) !== 1);
  if (kind === 'pack') return several;
  const areRound = values.every((value) => roundPieces(value) !== undefined || isUnit(value));
  return areRound && !otherNumber(name) ? several.filter((value) => roundPieces(value) !== undefined) : [];
}

function piecesQuestion({ name }: ColumnFacts, kind: PiecesKind, values: readonly string[], file: string) {
  if (kind === 'codes' && values.every((value) => codes.has(value)))
    return severalByCodes(name, values, file);
  const isKnown = values.some((value) => piecesOf(value) !== undefined);
  const says = isKnown ? 'says' : 'may say';
  const what =
    kind === 'pack' ? 'says how many pieces are in a package' : `${says} that prices are for several pieces`;
  return new ImportError(
    `${file}: column "${name}" ${what} (${shown(values)}): if the prices are for so many, divide them with ${answer(`--price-per "${name}"`)}; if they are for a single piece, add ${answer('--no-price-per')}`,
  );
}

/** Datanorm 4, record A: codes of the unit of a price. */
const codes: ReadonlyMap<string, number> = new Map([
  ['0', 1],
  ['1', 10],
  ['2', 100],
  ['3', 1000],
]);

function severalByCodes(name: string, values: readonly string[], file: string): ImportError {
  const used = [...codes].filter(([code]) => values.includes(code));
  const rule = JSON.stringify({
    guess: true,
    fields: {},
    price_per: { column: name, values: Object.fromEntries(used) },
  });
  const meanings = used.map(([code, pieces]) => `${code} for ${pieces}`);
  return new ImportError(
    `${file}: column "${name}" has codes (${shown(values)}) that may say for how many pieces a price is, as in Datanorm: ${meanings.join(', ')}. If they do, set --mapping to a file with ${rule}; if all prices are for a single piece, add ${answer('--no-price-per')}`,
  );
}
