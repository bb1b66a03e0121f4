import Type, { type Static } from 'typebox';
import type { SourceRow } from '../source/sourceRow.ts';
import { isEmptyValue } from '../source/spreadsheetCells.ts';
import type { Columns } from './columns.ts';
import { columnNames, exactKeys, oneText, type Product, type Products, someTexts } from './ruleTypes.ts';

/** Takes empty values of `columns` from the row before, as long as `by` has the same value. */
export const carryRule = Type.Object({ by: columnNames, columns: someTexts }, exactKeys);
type CarryRule = Static<typeof carryRule>;

/**
 * Values that the rows of variants take from the row of their product: empty cells of `columns`, and words such as `inherit`.
 * In the columns `marked`, an empty cell is a value, and only the text `value` is replaced; with `value` alone, all columns are
 * marked. `by` names the product by a value of its columns `keys`, or by `id:` and the value of those that are ids. `together` are
 * columns of which a variant takes all or none, such as net and gross price. Without its product, a variant can do without the
 * columns `optional`.
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

/** Columns that could give the value of a field; of several, the first one that has a value gives it. */
export interface Alternative {
  /** Several for a join, none for a constant. */
  readonly indexes: readonly number[];
  readonly hasValue: (values: readonly string[]) => boolean;
}

/** A name of a product; of products with the same name, those with the lowest rank are meant. */
interface ProductName {
  readonly name: string;
  readonly rank: number;
}

/** Rank of a product whose row is faulty: its values are unknown. */
export const faultyRank = 9;
/** A row that is left out is a product if no other row has its name, such as a variable product of WooCommerce. */
const leftOutRank = 1;
/** Rank of a number that is a key of another kind than the parent column names: it counts if no other key has it. */
const otherKindRank = 2;

/** Tells products from variants by an `inherit` rule, and gives the variants what they lack. */
export class Inheritance {
  readonly #by: readonly number[];
  readonly #keys: readonly number[];
  readonly #ids: ReadonlySet<number>;
  readonly #inherited: readonly number[];
  readonly #marked: ReadonlySet<number>;
  readonly #together: readonly number[];
  readonly #optional: ReadonlySet<number>;
  readonly #marker: string | undefined;
  readonly #names: readonly string[];
  readonly #fields: readonly (readonly Alternative[])[];

  /** `fields` has the alternatives of each mapped field. */
  constructor(rule: InheritRule, columns: Columns, fields: readonly (readonly Alternative[])[]) {
    const { by, keys, columns: inherited, value, marked = inherited, together = [], optional = [] } = rule;
    this.#by = columns.findAll([by].flat());
    this.#keys = columns.findAll(keys);
    this.#ids = new Set(
      [...this.#by, ...this.#keys].filter((index) => idName.test(columns.names[index] ?? '')),
    );
    this.#inherited = columns.findAll(inherited);
    this.#marked = new Set(value === undefined ? [] : columns.findAll(marked));
    this.#together = columns.findAll(together);
    this.#optional = new Set(columns.findAll(optional));
    this.#marker = value;
    this.#names = columns.names;
    this.#fields = fields.filter((field) =>
      field.some(({ indexes }) => indexes.some((index) => this.#inherited.includes(index))),
    );
  }

  /** Returns the name of the product from which a row takes values, '' if it names none; undefined if it takes no values. */
  productOf({ fault, skip, values }: SourceRow, hasZero = true): string | undefined {
    if (fault || skip !== undefined || !this.#isVariant(values, hasZero)) return undefined;
    return this.#lackedIn(values).length === 0 ? undefined : this.#nameIn(values, hasZero);
  }

  /** Returns true if the number of a product is 0. Otherwise, a 0 in the column of the parent says that there is none. */
  isZero({ values }: SourceRow): boolean {
    return this.#keys.some((index) => values[index]?.trim() === zero);
  }

  /** Returns the names by which variants may call the product of a row; none if it is not a product. */
  namesOf({ fault, skip, values }: SourceRow, hasZero: boolean, isLeftOut: boolean): readonly ProductName[] {
    if (skip !== undefined || this.#isVariant(values, hasZero)) return [];
    const namesIds = this.#by.some((index) => this.#ids.has(index));
    const certain = isLeftOut ? leftOutRank : 0;
    return this.#keys.flatMap((index) => {
      const name = values[index]?.trim() ?? '';
      if (name === '') return [];
      const isId = this.#ids.has(index);
      const plain = { name, rank: certain + (isId === namesIds ? 0 : otherKindRank) };
      const names = isId ? [plain, { name: `id:${name}`, rank: certain }] : [plain];
      return fault ? names.map((known) => ({ ...known, rank: faultyRank })) : names;
    });
  }

  /** Returns the values that variants take from the row of their product. */
  valuesOf({ values }: SourceRow): readonly string[] {
    return this.#inherited.map((index) => values[index] ?? '');
  }

  /** Returns what tells a product from others: rows with the same keys are the same product. */
  keysOf({ values }: SourceRow): string {
    return JSON.stringify(this.#keys.map((index) => values[index]?.trim() ?? ''));
  }

  /** Fills what a variant lacks. If it can't do without that, an unknown product is a fault of the row. */
  filled(row: SourceRow, products: Products): SourceRow {
    const name = this.productOf(row, products.has(zero));
    if (name === undefined) return row;
    const product = products.get(name);
    const lacked = this.#lackedIn(row.values);
    const known = (index: number) => product?.values[this.#inherited.indexOf(index)];
    const values = replaced(row.values, lacked, known);
    const required = lacked.filter((index) => known(index) === undefined && this.#isRequired(index, values));
    return required.length === 0 ? { ...row, values } : this.#orphan(row, name, required, product);
  }

  #nameIn(values: readonly string[], hasZero: boolean): string {
    const name =
      this.#by.map((index) => values[index]?.trim() ?? '').find((text) => !isEmptyValue(text)) ?? '';
    return name === zero && !hasZero ? '' : name;
  }

  #isVariant(values: readonly string[], hasZero: boolean): boolean {
    const name = this.#nameIn(values, hasZero);
    const isOwn = this.#keys.some((index) => values[index]?.trim() === name);
    return (name !== '' && !isOwn) || [...this.#marked].some((index) => this.#isLacked(values, index));
  }

  #lackedIn(values: readonly string[]): readonly number[] {
    const hasOwn = this.#together.some((index) => !this.#isLacked(values, index));
    const open = this.#inherited.filter(
      (index) => this.#isLacked(values, index) && !(hasOwn && this.#together.includes(index)),
    );
    if (open.length === 0) return open;
    const own = replaced(values, open, () => '');
    const hidden = this.#fields.flatMap((field) => columnsBeforeValue(field, own));
    return hidden.length === 0
      ? open
      : open.filter((index) => !isEmptyValue(values[index]) || !hidden.includes(index));
  }

  #isLacked(values: readonly string[], index: number): boolean {
    const value = values[index]?.trim() ?? '';
    return this.#marked.has(index) ? value === this.#marker : isEmptyValue(value) || inheritWord.test(value);
  }

  /** Returns true if a field has no value without the column. */
  #isRequired(index: number, values: readonly string[]): boolean {
    if (this.#optional.has(index)) return false;
    const fields = this.#fields.filter((field) => field.some(({ indexes }) => indexes.includes(index)));
    return (
      fields.length === 0 ||
      fields.some((field) => !field.some((alternative) => alternative.hasValue(values)))
    );
  }

  #orphan(row: SourceRow, name: string, lacked: readonly number[], product: Product | undefined): SourceRow {
    const [first = 0] = lacked;
    const more = lacked.length > 1 ? ` and ${lacked.length - 1} more` : '';
    const value = row.values[first]?.trim() ?? '';
    const remedy = value === '' ? 'fill the empty cells with its values' : `replace "${value}" by its value`;
    const from = name === '' ? 'its product' : `its product "${name}"`;
    const message = `the row takes "${this.#names[first]}"${more} from ${from}, but ${this.#reason(name, product)}${remedy}`;
    return { ...row, fault: { code: 'product_unknown', message } };
  }

  #reason(name: string, product: Product | undefined): string {
    if (product?.rank === faultyRank) return 'the row of this product is refused: correct it, or ';
    if (product) return 'several products of the file have this name: ';
    if (name !== '') return 'the file has no such product: add its row, or ';
    const [by] = this.#by;
    return by === undefined
      ? 'no column names products: '
      : `names none in "${this.#names[by]}": name it there, or `;
  }
}

/** Returns the columns that have precedence over the one from which the row has its value. */
function columnsBeforeValue(field: readonly Alternative[], values: readonly string[]): readonly number[] {
  const first = field.findIndex(({ indexes, hasValue }) => indexes.length > 0 && hasValue(values));
  return first < 1 ? [] : field.slice(0, first).flatMap(({ indexes }) => indexes);
}

const inheritWord = /^(?:inherit(?:ed)?|parent|vererbt|geerbt)$/i;
/** Names of columns with ids, such as `product_id` and `parentId`. */
const idName = /id$/i;
const zero = '0';
