import Type, { type Static } from 'typebox';
import type { Source } from '../source/source.ts';
import type { SourceRow } from '../source/sourceRow.ts';
import { isEmptyValue } from '../source/spreadsheetCells.ts';
import type { Columns } from './columns.ts';
import { columnNames, exactKeys, oneText, type Products, someTexts } from './ruleTypes.ts';

/** Takes empty values of `columns` from the row before, as long as `by` has the same value. */
export const carryRule = Type.Object({ by: columnNames, columns: someTexts }, exactKeys);
type CarryRule = Static<typeof carryRule>;

/**
 * Values that the rows of variants take from the row of their product: empty cells of `columns`, and words such as `inherit`.
 * In the columns `marked`, an empty cell is a value, and only the text `value` is replaced; with `value` alone, all columns are
 * marked. `by` names the product by a value of its columns `keys`, or by `id:` and the value. `together` are columns of which a
 * variant takes all or none, such as net and gross price. Without its product, a variant can do without the columns `optional`.
 */
export const inheritRule = Type.Object(
  {
    by: columnNames,
    keys: someTexts,
    columns: someTexts,
    value: Type.Optional(oneText),
    marked: Type.Optional(someTexts),
    together: Type.Optional(someTexts),
    optional: Type.Optional(someTexts),
  },
  exactKeys,
);
export type InheritRule = Static<typeof inheritRule>;

interface RelatedRules {
  readonly carry_down?: CarryRule;
  readonly inherit?: InheritRule;
}

/** Fills empty values from the row before if both belong together, such as the variants of a product. */
export function carrier({ carry_down: rule }: RelatedRules, columns: Columns): (row: SourceRow) => SourceRow {
  const keys = columns.findAll([rule?.by ?? []].flat());
  const indexes = columns.findAll(rule?.columns ?? []);
  if (keys.length === 0 || indexes.length === 0) return (row) => row;
  let before: readonly string[] = [];
  return (row) => {
    if (row.fault) return row;
    const belongs = keys.some((key) => row.values[key] !== '' && row.values[key] === before[key]);
    const open = belongs ? indexes.filter((index) => isEmptyValue(row.values[index])) : [];
    const source = before;
    before = replaced(row.values, open, (index) => source[index]);
    return { ...row, values: before };
  };
}

function replaced(
  values: readonly string[],
  indexes: readonly number[],
  source: (index: number) => string | undefined,
): readonly string[] {
  if (indexes.length === 0) return values;
  const copy = [...values];
  for (const index of indexes) copy[index] = source(index) ?? '';
  return copy;
}

/** Tells products from variants by an `inherit` rule, and gives the variants what they lack. */
export class Inheritance {
  readonly #by: readonly number[];
  readonly #keys: readonly number[];
  readonly #inherited: readonly number[];
  readonly #marked: ReadonlySet<number>;
  readonly #together: readonly number[];
  readonly #optional: ReadonlySet<number>;
  readonly #marker: string | undefined;
  readonly #names: readonly string[];

  constructor(rule: InheritRule, columns: Columns) {
    const { by, keys, columns: inherited, value, marked = inherited, together = [], optional = [] } = rule;
    this.#by = columns.findAll([by].flat());
    this.#keys = columns.findAll(keys);
    this.#inherited = columns.findAll(inherited);
    this.#marked = new Set(value === undefined ? [] : columns.findAll(marked));
    this.#together = columns.findAll(together);
    this.#optional = new Set(columns.findAll(optional));
    this.#marker = value;
    this.#names = columns.names;
  }

  /** Returns the name of the product from which a row takes values; undefined if it takes none. */
  productOf({ fault, skip, values }: SourceRow): string | undefined {
    if (fault || skip !== undefined || this.#lackedIn(values).length === 0) return undefined;
    return this.#isVariant(values) ? this.#nameIn(values) : undefined;
  }

  /** Returns the names by which variants may call the product of a row; none if it is no product. */
  namesOf({ fault, skip, values }: SourceRow): readonly string[] {
    if (fault || skip !== undefined || this.#isVariant(values)) return [];
    const keys = this.#keys.map((index) => values[index]?.trim() ?? '').filter((key) => key !== '');
    return [...new Set(keys.flatMap((key) => [key, `id:${key}`]))];
  }

  /** Returns the values that variants take from the row of their product. */
  valuesOf({ values }: SourceRow): readonly string[] {
    return this.#inherited.map((index) => values[index] ?? '');
  }

  /** Fills what a variant lacks. If it can't do without that, an unknown product is a fault of the row. */
  filled(row: SourceRow, products: Products): SourceRow {
    const name = this.productOf(row);
    if (name === undefined) return row;
    const product = products.get(name);
    const lacked = this.#lackedIn(row.values);
    if (product && product.length > 0)
      return {
        ...row,
        values: replaced(row.values, lacked, (index) => product[this.#inherited.indexOf(index)]),
      };
    const required = lacked.filter((index) => !this.#optional.has(index));
    return required.length === 0 ? row : this.#orphan(row, name, required, product !== undefined);
  }

  #nameIn(values: readonly string[]): string {
    return this.#by.map((index) => values[index]?.trim() ?? '').find((name) => !isEmptyValue(name)) ?? '';
  }

  #isVariant(values: readonly string[]): boolean {
    const name = this.#nameIn(values);
    const isOwn = this.#keys.some((index) => values[index]?.trim() === name);
    return (name !== '' && !isOwn) || [...this.#marked].some((index) => this.#isLacked(values, index));
  }

  #lackedIn(values: readonly string[]): readonly number[] {
    const hasOwn = this.#together.some((index) => !this.#isLacked(values, index));
    return this.#inherited.filter(
      (index) => this.#isLacked(values, index) && !(hasOwn && this.#together.includes(index)),
    );
  }

  #isLacked(values: readonly string[], index: number): boolean {
    const value = values[index]?.trim() ?? '';
    return this.#marked.has(index) ? value === this.#marker : isEmptyValue(value) || inheritWord.test(value);
  }

  #orphan(row: SourceRow, name: string, lacked: readonly number[], isAmbiguous: boolean): SourceRow {
    const [first = 0] = lacked;
    const more = lacked.length > 1 ? ` and ${lacked.length - 1} more` : '';
    const value = row.values[first]?.trim() ?? '';
    const remedy = value === '' ? 'fill the empty cells with its values' : `replace "${value}" by its value`;
    const message = `the row takes "${this.#names[first]}"${more} from its product "${name}", but ${isAmbiguous ? 'several products of the file have this name: ' : 'the file has no such product: add its row, or '}${remedy}`;
    return { ...row, fault: { code: 'product_unknown', message } };
  }
}

const inheritWord = /^(?:inherit(?:ed)?|parent|vererbt|geerbt)$/i;

/** Rules for related rows. */
export interface Family {
  readonly inheritance: Inheritance;
  /** Makes a `carrier` for one pass over all rows. */
  readonly newCarry: () => (row: SourceRow) => SourceRow;
}

/**
 * Finds the products of variants, wherever they are in the file, in two passes over its rows: the first one finds which products
 * variants name, so that only those are kept in memory. A name of several products gets no values.
 */
export async function findProducts(
  pass: (read: (rows: Pick<Source, 'rows'>) => Promise<void>) => Promise<void>,
  { inheritance, newCarry }: Family,
): Promise<Products> {
  const wanted = new Set<string>();
  await pass((rows) =>
    eachRow(rows, newCarry(), (row) => {
      const name = inheritance.productOf(row);
      if (name !== undefined) wanted.add(name);
    }),
  );
  const products = new Map<string, readonly string[]>();
  if (wanted.size === 0) return products;
  await pass((rows) =>
    eachRow(rows, newCarry(), (row) => {
      for (const name of inheritance.namesOf(row)) {
        if (!wanted.has(name)) continue;
        const values = inheritance.valuesOf(row);
        const before = products.get(name);
        products.set(name, before === undefined || isSame(before, values) ? values : []);
      }
    }),
  );
  return products;
}

async function eachRow(
  { rows }: Pick<Source, 'rows'>,
  carry: (row: SourceRow) => SourceRow,
  read: (row: SourceRow) => void,
): Promise<void> {
  for await (const chunk of rows()) for (const row of chunk) read(carry(row));
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.every((value, index) => value === other[index]) && one.length === other.length;
}
