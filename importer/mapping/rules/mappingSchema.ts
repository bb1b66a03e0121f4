import Type from 'typebox';
import { resources } from './fields.ts';

const text = Type.String({ minLength: 1 });
const texts = Type.Array(text, { minItems: 1 });
const decimal = Type.String({ format: 'decimal-example' });
const date = Type.String({ format: 'date-form' });
const columnNames = Type.Unsafe({ type: ['string', 'array'], items: text });
const closed = { additionalProperties: false };

/** Schema of a value rule with its columns as a list. The fallback is checked separately, as a rule. */
export const ruleSchema = Type.Object(
  {
    column: Type.Optional(texts),
    constant: Type.Optional(Type.Unsafe({ type: ['string', 'number'] })),
    join: Type.Optional(texts),
    hash: Type.Optional(texts),
    with: Type.Optional(Type.String()),
    split: Type.Optional(text),
    part: Type.Optional(
      Type.Unsafe({ enum: ['first', 'rest', 'last', 'before_last', 1, 2, 3, 4, 5, 6, 7, 8, 9] }),
    ),
    values: Type.Optional(Type.Record(Type.String(), Type.Unsafe({ type: ['string', 'number'] }))),
    otherwise: Type.Optional(Type.String()),
    decimal: Type.Optional(decimal),
    date: Type.Optional(date),
    plain_text: Type.Optional(Type.Boolean()),
    line_breaks: Type.Optional(Type.Boolean()),
    fallback: Type.Optional(Type.Unknown()),
  },
  closed,
);

/** Schema of a mapping file. Its rules are checked one by one, with `ruleSchema`. */
export const mappingSchema = Type.Object(
  {
    resource: Type.Optional(Type.Unsafe({ enum: [...resources] })),
    type: Type.Optional(Type.String({ maxLength: 128 })),
    account_name: Type.Optional(Type.String({ maxLength: 128 })),
    decimal: Type.Optional(decimal),
    date: Type.Optional(date),
    price_is_gross: Type.Optional(Type.Boolean()),
    tax_rate: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 100,
      }),
    ),
    guess: Type.Optional(Type.Boolean()),
    fields: Type.Unsafe({ type: 'object' }),
    carry_down: Type.Optional(
      Type.Object(
        {
          by: columnNames,
          columns: texts,
        },
        closed,
      ),
    ),
    inherit: Type.Optional(
      Type.Object(
        {
          by: columnNames,
          keys: texts,
          columns: texts,
          value: text,
        },
        closed,
      ),
    ),
    skip: Type.Optional(
      Type.Array(
        Type.Object(
          {
            columns: texts,
            values: Type.Optional(texts),
            because: text,
          },
          closed,
        ),
      ),
    ),
    ignore_lines: Type.Optional(Type.String({ format: 'pattern' })),
    skip_repeats: Type.Optional(Type.Unsafe({ type: ['boolean', 'string'] })),
    unused: Type.Optional(Type.Array(Type.String())),
  },
  closed,
);
