import { piecesColumnKind } from '../mapping/guess/piecesNames.ts';
import type { MappingFile } from '../mapping/rules/mappingFile.ts';
import { allColumnsOf } from '../mapping/rules/valueReader.ts';
import { isUnit } from '../mapping/values/amounts.ts';
import { plainWord, units } from '../mapping/values/vocabulary.ts';
import { shown, valuesOf } from '../rows/columns.ts';
import type { ColumnFacts, Inspection } from '../rows/inspectColumns.ts';
import { answer, ImportError } from '../source/importError.ts';

/**
 * Throws an ImportError when a column with an unknown name has only units, some of them hours or lump sums: the articles would be
 * sold by the piece. Measures and packages alone may be those of the goods.
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

function hasUnits(column: ColumnFacts): boolean {
  const values = [...valuesOf(column).keys()];
  const word = plainWord(column.name);
  if (column.filled === 0 || ofTime.test(word) || piecesColumnKind(column.name, values) !== undefined)
    return false;
  return values.every(isUnit) && values.some(isService);
}

/** A single letter such as `h` may be a code. */
function isService(value: string): boolean {
  const word = plainWord(value);
  return word.length > 1 && /^unit_(?:hour|lump)$/.test(units.get(word) ?? '');
}
