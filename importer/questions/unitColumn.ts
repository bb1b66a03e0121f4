import { piecesColumnKind } from '../mapping/guess/piecesNames.ts';
import type { MappingFile } from '../mapping/rules/mappingFile.ts';
import { allColumnsOf } from '../mapping/rules/valueReader.ts';
import { isUnit } from '../mapping/values/amounts.ts';
import { plainWord, units } from '../mapping/values/vocabulary.ts';
import { shown, valuesOf } from '../rows/columns.ts';
import type { ColumnFacts, Inspection } from '../rows/inspectColumns.ts';
import { answer, ImportError } from '../source/importError.ts';

/**
 * Throws an ImportError when a column with an unknown name seems to have units, some of them hours or lump sums: the articles
 * would be sold by the piece. Measures and packages alone may be those of the goods.
 */
export function requireUnits(
  { fields }: MappingFile,
  { columns }: Inspection,
  given: Readonly<Record<string, string>>,
  file: string,
): void {
  if (fields.article_unit !== undefined || given.article_unit !== undefined) return;
  const mapped = Object.values(fields).flatMap(allColumnsOf);
  const found = columns.find((column) => !mapped.includes(column.name) && hasUnits(column));
  if (!found) return;
  const [name, values] = [found.name, shown([...valuesOf(found).keys()])];
  throw new ImportError(
    `${file}: column "${name}" seems to have units (${values}), and no column gives them: set ${answer(`--column article_unit="${name}"`)}, or leave it out with ${answer('--column article_unit=')}`,
  );
}

const ofTime = /zeit|time|dauer|duration|delai|termin/;
const ofUnits = /einh|unit|unidad|jedn|eenheid|enhet|enhed|yksik|birim|egyseg|udm$|uom$/;
/** Matches texts that may be abbreviations of units: `km`, `usł.`, `m²`. */
const shortWord = /^\p{L}{1,5}[.²³]?$/u;

/** A column has units if at least half of its values are known ones, and the others are as short; its name may say so, too. */
function hasUnits(column: ColumnFacts): boolean {
  const values = [...valuesOf(column).keys()];
  const name = plainWord(column.name);
  if (column.filled === 0 || ofTime.test(name) || piecesColumnKind(column.name, values) !== undefined)
    return false;
  const unknown = values.filter((value) => !isUnit(value));
  const areUnits = unknown.length * 2 <= values.length && unknown.every((value) => shortWord.test(value));
  return ofUnits.test(name)
    ? values.some((value) => isService(value, 1))
    : areUnits && values.some((value) => isService(value, 2));
}

/** A single letter such as `h` may be a code: `minLength` says whether it counts. */
function isService(value: string, minLength: number): boolean {
  const word = plainWord(value);
  return word.length >= minLength && /^unit_(?:hour|lump)$/.test(units.get(word) ?? '');
}
