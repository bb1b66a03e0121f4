export const idempotencyKeySchema = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  pattern: '^[!-~]+$',
} as const;

const { minLength, maxLength, pattern } = idempotencyKeySchema;

export const idempotencyKeyText = `${minLength} to ${maxLength} visible ASCII characters`;

const form = new RegExp(pattern);

export function isIdempotencyKey(value: unknown): value is string {
  return typeof value === 'string' && value.length <= maxLength && form.test(value);
}
