import { expect } from 'chai';
import type { RawAnswer } from './rawConnection.ts';

/** Answers when no operation was run, or its outcome is unknown (docs/api.md#statuses). */
const table = {
  method_missing: [400, 'X-Svc-Method not set'],
  method_unknown: [400, 'unknown method'],
  method_mismatch: [400, 'X-Svc-Method names another operation than the path'],
  body_malformed: [400, 'request body is not a valid JSON object: '],
  authentication_failed: [401, 'authentication failed'],
  not_found: [404, 'not found'],
  verb_not_allowed: [405, 'method not allowed'],
  idempotency_key_reused: [409, 'idempotency key was used for another request'],
  body_too_large: [413, 'request body too large'],
  content_type_unsupported: [415, 'unsupported content type, send application/json'],
  rate_limited: [429, 'rate limit exceeded'],
  unavailable: [503, 'service unavailable'],
  outcome_unknown: [504, 'outcome unknown, repeat with the same Idempotency-Key'],
} as const;

export type HttpCode = keyof typeof table;

/** Expects the answer of the table, to the letter; `method` is what the request named. */
export function expectHttpRejection(answer: RawAnswer, code: HttpCode, method = 'customer.exists'): void {
  const [status, message] = table[code];
  expect({ status: answer.status, code: answer.headers['x-svc-error'] }).to.deep.equal({ status, code });
  const answered = expectNothingRun(answer, status, method);
  if (code === 'body_malformed') expect(answered).to.match(new RegExp(`^${message}.`));
  else expect(answered).to.equal(message);
}

/** Expects a refusal with any message; returns the message. */
export function expectNothingRun(answer: RawAnswer, status: number, method: string): string {
  expect(answer.status).to.equal(status);
  expect(answer.headers['x-svc-error']).to.match(/^[a-z_]+$/);
  expect(answer.headers['x-request-id']).to.match(/^\S+$/);
  expect(answer.headers['content-type']).to.match(/^application\/json\b/);
  const envelope = JSON.parse(answer.body);
  const data = { code: answer.headers['x-svc-error'] };
  expect(envelope).to.deep.equal({ response: false, data, method, message: envelope.message });
  expect(envelope.message).to.be.a('string').that.is.not.empty;
  return envelope.message;
}
