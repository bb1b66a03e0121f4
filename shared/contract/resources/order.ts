import Type from 'typebox';
import { cleanDecimal } from '../values/clean.ts';
import { type Field, ident, line, maxIdentLength } from './field.ts';

interface Item {
  readonly article_ident: string;
  readonly quantity: number | string;
}

const maxItems = 1_000;

// No other members: an item becomes a row unchanged.
const itemSchema = Type.Object(
  {
    article_ident: Type.String({ wellFormed: true, maxLength: maxIdentLength }),
    quantity: Type.String({ format: 'decimal' }),
  },
  { additionalProperties: false },
);
const itemsSchema = Type.Array(itemSchema, { minItems: 1, maxItems });

const items: Field<typeof itemsSchema, readonly Item[], 'defaulted'> = {
  schema: itemsSchema,
  clean: (value) => (Array.isArray(value) ? value.map(cleanItem) : value),
  expects: `must be a list of 1 to ${maxItems} objects with article_ident and quantity`,
  code: 'field_invalid',
  presence: 'defaulted',
};

function cleanItem(item: unknown): unknown {
  if (typeof item !== 'object' || item === null || !('quantity' in item)) return item;
  return { ...item, quantity: cleanDecimal(item.quantity) };
}

/** Fields of orders, which only the invoicing side of the product uses. Clients can neither read nor write them. */
export const orderFields = { order_ident: ident(), customer_ident: ident(), invoice_nr: line(128), items };
