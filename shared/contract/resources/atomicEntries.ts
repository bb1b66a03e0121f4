import Type from 'typebox';
import type { Field } from './field.ts';

/** One entry of an atomic batch, as the gateway has read it. */
export interface AtomicEntry {
  readonly method: string;
  /** Clean input with the idents of new records. Fields in `references` have a value that is replaced. */
  readonly input: object;
  /** Fields that take the value of the same field from the answer of an earlier entry, with its index. */
  readonly references?: Readonly<Record<string, number>>;
}

const schema = Type.Unsafe<readonly AtomicEntry[]>(Type.Array(Type.Object({})));

/** Entries of an atomic batch. Clients can't send the field, so that nothing checks it. */
export const atomicEntries: Field<typeof schema, readonly AtomicEntry[], 'defaulted'> = {
  schema,
  clean: (value) => value,
  expects: 'must be a list of entries',
  code: 'field_invalid',
  presence: 'defaulted',
};
