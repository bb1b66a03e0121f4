import Type, { type TUnsafe } from 'typebox';
import { cleanIdent } from '../values/clean.ts';
import type { Field } from './field.ts';

export const maxFindValues = 1_000;

/** Longer than any stored value. Longer values are refused, since they would never be found. */
const maxValueLength = 255;

/** Maximum records per value in an answer: the oldest ones. */
export const maxFoundPerValue = 10;

const valuesSchema = Type.Array(Type.String({ wellFormed: true, minLength: 1, maxLength: maxValueLength }), {
  minItems: 1,
  maxItems: maxFindValues,
});

/** Values to look for. They are cleaned like the searched field when the search runs. */
export const findValues: Field<typeof valuesSchema, readonly (string | number)[], 'required'> = {
  schema: valuesSchema,
  clean: (value) => (Array.isArray(value) ? value.map(cleanValue) : value),
  expects: `must be a list of 1 to ${maxFindValues} strings of 1 to ${maxValueLength} characters`,
  code: 'field_invalid',
  presence: 'required',
  missing: 'not set',
};

/** Null stays null and is refused: omitting a value would shift those after it. */
function cleanValue(value: unknown): unknown {
  return cleanIdent(value, maxValueLength) ?? null;
}

/** Names, in any order; repeated names count once. */
export function namesFrom<Name extends string>(
  names: readonly Name[],
  minItems?: 1,
): Field<TUnsafe<Name[]>, readonly Name[], 'optional'> {
  const items = { type: 'string', enum: [...names] };
  return {
    schema: Type.Unsafe<Name[]>({ type: 'array', items, ...(minItems && { minItems }), maxItems: 100 }),
    clean: (value) => value,
    expects: `must be a list of ${minItems ? 'one or more ' : ''}names from ${names.join(', ')}`,
    code: 'field_invalid',
    presence: 'optional',
  };
}

export const beyondFound = {
  /** Values with more records than the answer has, and the number of their records. Present only if there are any. */
  exceeded: Type.Optional(Type.Array(Type.Object({ value: Type.String(), count: Type.Integer() }))),
  /** Index in `values` at which to continue. Present only if not all records fit into the answer. */
  next: Type.Optional(Type.Integer()),
};
