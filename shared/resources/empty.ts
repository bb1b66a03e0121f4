import type { TSchema } from 'typebox';
import { type Field, optional, type Presence } from './field.ts';

/** What an update says of an empty number: erasing one would not be noticed, and creating one is what creates do. */
export const emptyNumber = 'is empty: send a number, or omit the field to keep it';

/** The same field: unchanged when it is not sent, refused when it is empty. */
export const notEmpty = <S extends TSchema, W>(
  field: Field<S, W>,
  missing: string,
): Field<S, W, 'optional'> => ({ ...field, presence: 'optional', missing });

/** The same field, where an empty string stands for the default. */
export const emptyIsDefault = <S extends TSchema & { readonly default?: unknown }, W, P extends Presence>(
  field: Field<S, W, P>,
): Field<S, W, P> => ({
  ...field,
  clean: (value) => {
    const clean = field.clean(value);
    return clean === '' ? field.schema.default : clean;
  },
});

/** The same field, where null and an empty string count as not sent. */
export const emptyIsUnsent = <S extends TSchema, W>(field: Field<S, W>): Field<S, W, 'optional'> => ({
  ...optional(field),
  clean: (value) => {
    const clean = value === null ? '' : field.clean(value);
    return clean === '' ? undefined : clean;
  },
});
