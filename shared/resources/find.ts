import Type, { type TUnsafe } from 'typebox';
import { cleanIdent } from '../values/clean.ts';
import type { Field } from './field.ts';

/** Values that one call may look for. */
export const maxFindValues = 1_000;

/** Longer than any value that is stored: such a value is refused, since it would never be found. */
const maxValueLength = 255;

/** Records of one value that an answer has, the oldest ones. */
export const maxFoundPerValue = 10;

const valuesSchema = Type.Array(Type.String({ wellFormed: true, minLength: 1, maxLength: maxValueLength }), {
  minItems: 1,
  maxItems: maxFindValues,
});

/** The values to look for. They are cleaned like the field that is searched, when the search runs. */
export const findValues: Field<typeof valuesSchema, readonly (string | number)[], 'required'> = {
  schema: valuesSchema,
  clean: (value) => (Array.isArray(value) ? value.map(cleanValue) : value),
  expects: `must be a list of 1 to ${maxFindValues} strings of 1 to ${maxValueLength} characters`,
  code: 'field_invalid',
  presence: 'required',
  missing: 'not set',
};

/** Null stays null and is refused: a value that is left out would shift those after it. */
function cleanValue(value: unknown): unknown {
  return cleanIdent(value, maxValueLength) ?? null;
}

/** Names of fields, in any order; repeated names count once. */
export function namesOfFields<Name extends string>(
  names: readonly Name[],
): Field<TUnsafe<Name[]>, readonly Name[], 'optional'> {
  const items = { type: 'string', enum: [...names] };
  return {
    schema: Type.Unsafe<Name[]>({ type: 'array', items, maxItems: 100 }),
    clean: (value) => value,
    expects: `must be a list of names from ${names.join(', ')}`,
    code: 'field_invalid',
    presence: 'optional',
  };
}

/** What an answer has beside the records: nothing is left out without a sign of it. */
export const beyondFound = {
  /** Only when a value has more records than are answered: these values, and how many records each has. */
  exceeded: Type.Optional(Type.Array(Type.Object({ value: Type.String(), count: Type.Integer() }))),
  /** Only when not all records fit into an answer: the index in `values` from which on to ask again. */
  next: Type.Optional(Type.Integer()),
};
