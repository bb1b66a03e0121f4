import Type from 'typebox';
import type { FieldError } from '../refusals.ts';

/** Effect of a put: `unchanged` if the record had all the sent values, so that it keeps its version. */
export const putResult = Type.Unsafe<'created' | 'updated' | 'unchanged'>({
  type: 'string',
  enum: ['created', 'updated', 'unchanged'],
});

/** A put finds its record by the source, or else by the number. A name of the source says nothing without its ident. */
export function missingKey(
  input: Readonly<Record<string, unknown>>,
  number: 'article_nr' | 'customer_nr',
): FieldError | undefined {
  const isSourceless = input.external_ident === '';
  if (!isSourceless || (Object.hasOwn(input, number) && input.external_account_name === '')) return undefined;
  const message = Object.hasOwn(input, number)
    ? 'external_ident is required with external_account_name'
    : `external_ident is required, or ${number}`;
  return { field: 'external_ident', code: 'field_required', message };
}
