import type { RecordTable } from '../stores/records.ts';

type ValidatingInput = { readonly validate?: string };

/** The field that an update validates; naming one that was not sent makes an ordinary update. */
export function validatedField(input: ValidatingInput): string | undefined {
  const { validate } = input;
  return validate !== undefined && Object.hasOwn(input, validate) ? validate : undefined;
}

export function isValidating(input: ValidatingInput): boolean {
  return validatedField(input) !== undefined;
}

/** Whether an update has the whole account read: most fields are validated too rarely to be worth an index. */
export function isScan(input: ValidatingInput, { indexed }: RecordTable): boolean {
  const field = validatedField(input);
  return field !== undefined && !indexed.includes(field);
}
