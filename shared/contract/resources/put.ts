import Type from 'typebox';
import type { FieldError } from '../refusals.ts';

/** What a put did: `unchanged` if the record had all the sent values, so that it keeps its version. */
export const putResult = Type.Unsafe<'created' | 'updated' | 'unchanged'>({
  type: 'string',
  enum: ['created', 'updated', 'unchanged'],
});

/** A put finds its record by the source, or else by the number. */
export function missingKey(
  input: Readonly<Record<string, unknown>>,
  number: 'article_nr' | 'customer_nr',
): FieldError | undefined {
  if (input.external_ident !== '' || Object.hasOwn(input, number)) return undefined;
  const message = `external_ident is required, or ${number}`;
  return { field: 'external_ident', code: 'field_required', message };
}
