import type { HttpCode } from '../../test/support/httpRejections.ts';
import type { Drawing } from '../../test/support/random.ts';
import type { Difference, Signer } from '../../test/support/rawRequest.ts';
import { brokenBody } from './brokenBodies.ts';
import { breakings, type Headers } from './brokenSteps.ts';
import { type DrawnFields, drawFields, type Target } from './drawnFields.ts';
import type { Known } from './rightMembers.ts';

/** A request and its expected answer. */
export interface DrawnRequest {
  readonly operation: string;
  readonly difference: Difference;
  readonly fields: DrawnFields;
  /** The refusal by the first check that fails; then no operation is run. */
  readonly refusal?: HttpCode | 'idempotency_key_malformed';
  /** The expected `method` of the answer. */
  readonly method: string;
  /** An idempotency key: a repeat must get the same answer. */
  readonly key?: string;
}

/** Headers that change nothing. */
const harmless: readonly Headers[] = [
  { 'Content-Type': 'application/json; charset=utf-8' },
  { 'Content-Type': 'APPLICATION/JSON' },
  { 'Content-Encoding': 'identity' },
  { 'Content-Type': ['application/json', 'text/plain'] },
  { Accept: 'text/html' },
  { 'X-Unknown': ['1', '2'] },
  { Cookie: 'ÿ=þ' },
  { Expect: '100-continue' },
  { 'Content-Type': 'application/json;charset="UTF-8"' },
  { 'X-HTTP-Method-Override': 'DELETE' },
  {},
  {},
  {},
];
const malformedKeys = ['', 'k'.repeat(256), 'a b', 'k\xe4', ['one', 'two']];
const keys = ['x', "'OR'1'='1", '__proto__', 'k'.repeat(240), '{}', '!~', '*:*'];

/** Draws a request about the target. One in four fails a check that comes before its fields. */
export function drawRequest(draw: Drawing, target: Target, known: Known, signer: Signer): DrawnRequest {
  const { name, kind } = target.contract;
  const fields = drawFields(draw, target, known);
  const good = { method: name, body: `${draw.one(['', ' ', '\r\n'])}{${fields.members}}` };
  const request = { operation: name, fields, method: name };
  if (draw.below(4) === 0) return { ...request, ...drawRefusal(draw, good, fields.members, signer) };
  if (kind === 'writes' && fields.faults.length === 0 && draw.below(20) === 0) {
    const headers = { 'Idempotency-Key': draw.one(malformedKeys) };
    return { ...request, difference: { ...good, headers }, refusal: 'idempotency_key_malformed' };
  }
  const key = draw.below(8) === 0 ? `${draw.one(keys)}${draw.below(2 ** 31)}` : undefined;
  const headers = { ...draw.one(harmless), ...(key ? { 'Idempotency-Key': key } : {}) };
  return { ...request, difference: { ...good, headers }, ...(key ? { key } : {}) };
}

/** Breaks the body, some of the checks before it, or both. */
function drawRefusal(draw: Drawing, good: { method: string; body: string }, members: string, signer: Signer) {
  const broken = breakings.filter(() => draw.below(breakings.length) === 0);
  const body = broken.length === 0 || draw.below(2) === 0 ? brokenBody(draw, members) : good.body;
  const differences = broken.map(({ difference }) => difference(draw, good, signer));
  // The first check must still fail: of a missing and a wrong method, the missing one.
  const headers: Headers = Object.assign(
    {},
    ...differences.map((difference) => difference.headers).toReversed(),
  );
  const difference: Difference = Object.assign({}, good, ...differences, { headers, body });
  const refusal: HttpCode = broken[0]?.refusal ?? 'body_malformed';
  const method = 'X-Svc-Method' in headers ? methodSent(headers['X-Svc-Method']) : good.method;
  return { difference, refusal, method };
}

/** Returns the method as it was sent, at most 64 characters. HTTP joins headers that come twice. */
function methodSent(value: Headers[string]): string {
  return [value ?? []].flat().join(', ').slice(0, 64);
}
