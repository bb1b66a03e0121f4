import type { Source } from '../source/source.ts';
import type { SourceRow } from '../source/sourceRow.ts';
import { faultyRank, type Inheritance } from './relatedRows.ts';
import type { Product, Products } from './ruleTypes.ts';

export interface Family {
  readonly inheritance: Inheritance;
  /** Makes a `carrier` for one pass over all rows. */
  readonly newCarry: () => (row: SourceRow) => SourceRow;
  /** Returns true if a row is not imported, such as one of a skip rule. */
  readonly isLeftOut: (row: SourceRow) => boolean;
}

type Pass = (read: (rows: Pick<Source, 'rows'>) => Promise<void>) => Promise<void>;

/**
 * Finds the products of variants, wherever they are in the file, in two passes over its rows: the first one finds which products
 * variants name, so that only those are kept in memory. Of several products with a name, only those of the best rank count, and
 * only what they have in common. With `takesFirst`, the first of several rows of the same product counts.
 */
export async function findProducts(pass: Pass, family: Family, takesFirst: boolean): Promise<Products> {
  const { inheritance, newCarry, isLeftOut } = family;
  const wanted = new Set<string>();
  let hasZero = false;
  await pass((rows) =>
    eachRow(rows, newCarry(), (row) => {
      const name = inheritance.productOf(row);
      if (name !== undefined && !wanted.has(name)) wanted.add(owned(name));
      hasZero ||= inheritance.isZero(row);
    }),
  );
  const products = new Map<string, FoundProduct>();
  if (wanted.size === 0) return products;
  await pass((rows) =>
    eachRow(rows, newCarry(), (row) => {
      for (const { name, rank } of inheritance.namesOf(row, hasZero, isLeftOut(row))) {
        if (!wanted.has(name)) continue;
        const before = products.get(name);
        if (before && before.rank < rank) continue;
        const values = rank === faultyRank ? [] : inheritance.valuesOf(row);
        const found = { rank, values, keys: takesFirst ? inheritance.keysOf(row) : undefined };
        const product = before && before.rank === rank ? common(before, found) : found;
        if (product !== before) products.set(owned(name), { ...product, values: product.values.map(owned) });
      }
    }),
  );
  return products;
}

interface FoundProduct extends Product {
  /** Undefined if each row is a product of its own. */
  readonly keys: string | undefined;
}

/** Returns the first product itself if it needs no change. */
function common(one: FoundProduct, other: FoundProduct): FoundProduct {
  if (one.keys !== undefined && one.keys === other.keys) return one;
  const isCommon = (value: string | undefined, index: number) => value === other.values[index];
  if (one.values.every(isCommon)) return one;
  return { ...one, values: one.values.map((value, index) => (isCommon(value, index) ? value : undefined)) };
}

/** Copies a text that is kept: a part of a text keeps the whole text in memory, here a chunk of the file. */
function owned<Text extends string | undefined>(text: Text): Text {
  return (text === undefined ? text : Buffer.from(text).toString()) as Text;
}

async function eachRow(
  { rows }: Pick<Source, 'rows'>,
  carry: (row: SourceRow) => SourceRow,
  read: (row: SourceRow) => void,
): Promise<void> {
  for await (const chunk of rows()) for (const row of chunk) read(carry(row));
}
