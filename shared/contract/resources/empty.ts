import type { TSchema } from 'typebox';
import { type Field, optional, type Presence } from './field.ts';

/** Updates refuse an empty number: an erased one would go unnoticed, and only creates generate one. */
export const emptyNumber = 'is empty: send a number, or omit the field to keep it';

/** The field is unchanged if it is not sent, and refused if it is empty. */
export const notEmpty = <S extends TSchema, W>(
  field: Field<S, W>,
  missing: string,
): Field<S, W, 'optional'> => ({ ...field, presence: 'optional', missing });

export const emptyIsDefault = <S extends TSchema & { readonly default?: unknown }, W, P extends Presence>(
  field: Field<S, W, P>,
): Field<S, W, P> => ({
  ...field,
  clean: (value) => {
    const clean = field.clean(value);
    return clean === '' ? field.schema.default : clean;
  },
});

/** Null and an empty string count as not sent. */
export const emptyIsUnsent = <S extends TSchema, W>(field: Field<S, W>): Field<S, W, 'optional'> => ({
  ...optional(field),
  clean: (value) => {
    const clean = value === null ? '' : field.clean(value);
    return clean === '' ? undefined : clean;
  },
});
