import type { RecordTable } from '../stores/recordTable.ts';
import type { ValidatingInput } from './updateRule.ts';

/** Returns undefined if the field to validate was not sent. */
export function validatedField(input: ValidatingInput): string | undefined {
  const { validate } = input;
  return validate !== undefined && Object.hasOwn(input, validate) ? validate : undefined;
}

/** True if an update reads the whole account: most fields are validated too rarely for an index. */
export function isScan(input: ValidatingInput, { indexes }: RecordTable): boolean {
  const field = validatedField(input);
  return field !== undefined && !Object.hasOwn(indexes, field);
}
