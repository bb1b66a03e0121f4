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

/** Products by the names that variants call them: values of all inherited columns. */
export type Products = ReadonlyMap<string, readonly string[]>;
