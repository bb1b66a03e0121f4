import type { RecordTable } from '../stores/recordTable.ts';
import type { ValidatingInput } from './updateRule.ts';

/** The field that an update validates. If it names one that was not sent, nothing is validated. */
export function validatedField(input: ValidatingInput): string | undefined {
  const { validate } = input;
  return validate !== undefined && Object.hasOwn(input, validate) ? validate : undefined;
}

/** Whether an update reads the whole account: most fields are validated too rarely for an index. */
export function isScan(input: ValidatingInput, { indexes }: RecordTable): boolean {
  const field = validatedField(input);
  return field !== undefined && !Object.hasOwn(indexes, field);
}
