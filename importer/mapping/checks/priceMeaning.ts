import type { ColumnFacts, Inspection } from '../../inspection/inspection.ts';
import { ImportError } from '../../source/importError.ts';
import { quoted } from '../../source/words.ts';
import { valuesOf } from '../rules/columnFacts.ts';
import type { MappingFile } from '../rules/mappingFile.ts';
import { allColumnsOf } from '../rules/valueReader.ts';
import { plainWord } from '../values/words.ts';

/** Matches the names of columns that say for how many pieces a price is, as `plainWord` writes them. */
const piecesColumn =
  /^(?:preiseinheit|preismenge|preisbasis|preisje|preispro|preisfaktor|pe|price(?:base|per|basis)?(?:quantity)?unit(?:s|quantity)?|pricequantity|priceper|verkaufspreis\d?menge)$/;
const taxColumn =
  /^(?:preis(?:art|typ|kennzeichen)|pricetype|priceincludestax|taxincluded|pricesincludetax|istbrutto|bruttonetto|nettobrutto|isgross)$/;
const taxWords = /^(?:brutto|netto|gross|net)$/i;

const maxShown = 3;

/** Throws an ImportError when a column says that prices are for several pieces, or that they include the tax or not. */
export function requirePlainPrices(
  { columns }: Inspection,
  isGross: boolean | undefined,
  file: string,
): void {
  for (const column of columns) {
    if (column.filled === 0) continue;
    if (piecesColumn.test(plainWord(column.name))) refuseSeveralPieces(column, file);
    if (isGross === undefined && saysTax(column))
      throw new ImportError(
        `${file}: column "${column.name}" says whether prices include the tax (${shown(column)}): if all of them do, add --price-is-gross; ` +
          'if none does, add --no-price-is-gross; otherwise split the file',
      );
  }
}

/** Throws an ImportError when `--price-is-gross` or `--no-price-is-gross` has no effect, or contradicts the name of the price column. */
export function requireTaxMeaning({ fields }: MappingFile, isGross: boolean | undefined, file: string): void {
  if (isGross === undefined || fields.article_price !== undefined) return;
  const option = isGross ? '--price-is-gross' : '--no-price-is-gross';
  const { article_price_total: gross } = fields;
  if (gross === undefined)
    throw new ImportError(
      `${file}: no column gives a price, so ${option} has no effect: choose one with --column article_price=COLUMN, or leave out the option`,
    );
  if (isGross) return;
  const [column = 'COLUMN'] = allColumnsOf(gross);
  throw new ImportError(
    `${file}: column "${column}" has prices with tax, by its name, so ${option} has no effect: if they are without tax, set --column article_price="${column}", otherwise leave out the option`,
  );
}

/** Ignores texts, such as units: they say nothing of a number of pieces. */
function refuseSeveralPieces(column: ColumnFacts, file: string): void {
  const numbers = [...valuesOf(column).keys()].filter((value) => /^\d/.test(value));
  if (numbers.every((value) => /^1(?:[.,]0+)?(?!\d)/.test(value))) return;
  throw new ImportError(
    `${file}: column "${column.name}" says that prices are for several pieces (${quoted(numbers.slice(0, maxShown))}): divide the prices by it, and remove the column (remove it also if it only says how many pieces are in a package)`,
  );
}

function saysTax(column: ColumnFacts): boolean {
  const values = [...valuesOf(column).keys()];
  return taxColumn.test(plainWord(column.name)) || values.every((value) => taxWords.test(value));
}

function shown(column: ColumnFacts): string {
  return quoted([...valuesOf(column).keys()].slice(0, maxShown));
}
