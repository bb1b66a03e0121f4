import { expect } from 'chai';
import type { FieldError } from '../../shared/contract/refusals.ts';
import type { Answer } from './account.ts';

/** Expects that the operation did what it should, with exactly this envelope. */
export function expectDone(
  { status, code, envelope }: Answer,
  method: string,
  message: string,
  data: unknown,
): void {
  expect({ status, code, envelope }).to.deep.equal({
    status: 200,
    code: '',
    envelope: { response: true, data, method, message },
  });
}

/** Expects a refusal, with exactly this envelope and code. */
export function expectRefused(
  { status, code, envelope }: Answer,
  method: string,
  refusal: { readonly code: string; readonly message: string; readonly data?: unknown },
): void {
  const { data = null, message } = refusal;
  expect({ status, code, envelope }).to.deep.equal({
    status: 200,
    code: refusal.code,
    envelope: { response: false, data: failureData(method, refusal.code, data), method, message },
  });
}

/** The refusals that have the data null: spec, section 7. */
const withNullData = new Set([
  ...['update', 'delete', 'exists'].map((verb) => `customer.${verb} customer_not_found`),
  ...['create', 'update'].map((verb) => `customer.${verb} public_authority_id_invalid`),
  ...['update', 'delete', 'exists'].map((verb) => `article.${verb} article_not_found`),
  ...['address', 'article'].map((resource) => `${resource}.create field_required`),
]);

/** Returns the `data` of a failure: its code and the details, or null where the spec says so. */
export function failureData(method: string, code: string, details: unknown = null): object | null {
  const isNull = details === null && withNullData.has(`${method} ${code}`);
  return isNull ? null : { code, ...(details as object | null) };
}

/** Expects that exactly this field was refused, with any message. */
export function expectFieldRefused({ status, code, envelope }: Answer, method: string, field: string): void {
  expect({ status, code }).to.deep.equal({ status: 200, code: 'field_invalid' });
  expect(envelope.message).to.match(new RegExp(`^${field} .`));
  const errors: FieldError[] = [{ field, code: 'field_invalid', message: envelope.message }];
  const data = failureData(method, code, { errors });
  expect(envelope).to.deep.equal({ response: false, data, method, message: envelope.message });
}
