import type { TSchema } from 'typebox';
import { type Field, optional } from './field.ts';

/** The same field: unchanged when it is not sent, refused when it is empty. */
export const notEmpty = <S extends TSchema, W>(
  field: Field<S, W>,
  missing: string,
): Field<S, W, 'optional'> => ({ ...field, presence: 'optional', missing });

/** The same field, where null and an empty string count as not sent. */
export const emptyIsUnsent = <S extends TSchema, W>(field: Field<S, W>): Field<S, W, 'optional'> => ({
  ...optional(field),
  clean: (value) => {
    const clean = value === null ? '' : field.clean(value);
    return clean === '' ? undefined : clean;
  },
});
