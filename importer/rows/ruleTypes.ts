import Type from 'typebox';

/** One column, or several, of which the first that is not empty is used. */
export type ColumnNames = string | readonly string[];

export const oneText = Type.String({ minLength: 1 });
export const someTexts = Type.Unsafe<readonly string[]>({
  type: 'array',
  items: oneText,
  minItems: 1,
});
export const columnNames = Type.Unsafe<ColumnNames>({ type: ['string', 'array'], items: oneText });
export const exactKeys = { additionalProperties: false };

export interface Product {
  /** Says how certain it is that the name means this product: 0 is certain. */
  readonly rank: number;
  /** Values of all inherited columns; undefined if several products differ in them. */
  readonly values: readonly (string | undefined)[];
}

/** Products by the names that variants call them. */
export type Products = ReadonlyMap<string, Product>;
