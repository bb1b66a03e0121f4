import { expect } from 'chai';
import type { Fault } from '../../shared/refusals.ts';
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
    envelope: { response: false, data, method, message },
  });
}

/** Expects that exactly this field was refused, with any message. */
export function expectFieldRefused({ status, code, envelope }: Answer, method: string, field: string): void {
  expect({ status, code }).to.deep.equal({ status: 200, code: 'field_invalid' });
  expect(envelope.message).to.match(new RegExp(`^${field} .`));
  const errors: Fault[] = [{ field, code: 'field_invalid', message: envelope.message }];
  expect(envelope).to.deep.equal({ response: false, data: { errors }, method, message: envelope.message });
}
