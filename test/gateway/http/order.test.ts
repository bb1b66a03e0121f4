import { sharedAccount } from '../../support/fixtures.ts';
import { expectHttpRejection, type HttpCode } from '../../support/httpRejections.ts';
import { type Difference, post } from '../../support/rawRequest.ts';

const tooLarge = ' '.repeat(1_048_577);
const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
const unsigned = { 'X-Svc-Hmac': undefined };

/** Tests docs/api.md#order-of-checks. */
describe('gateway checks', () => {
  const account = sharedAccount();

  const pairs: readonly [string, HttpCode, Difference][] = [
    ['the path before the verb', 'not_found', { path: '/api/v2', verb: 'GET' }],
    ['the path before the size', 'not_found', { path: '/api/v2', body: tooLarge }],
    ['the verb before the size', 'verb_not_allowed', { verb: 'PUT', body: tooLarge }],
    ['the size before the content type', 'body_too_large', { body: tooLarge, headers: form }],
    [
      'the content type before the signature',
      'content_type_unsupported',
      { headers: { ...form, ...unsigned } },
    ],
    ['the signature before a missing method', 'authentication_failed', { method: '', headers: unsigned }],
    [
      'the signature before an unknown method',
      'authentication_failed',
      { method: 'no.such', headers: unsigned },
    ],
    ['a missing method before the JSON', 'method_missing', { method: '', body: '{' }],
    ['an unknown method before the JSON', 'method_unknown', { method: 'no.such', body: '{' }],
    ['the JSON before missing fields', 'body_malformed', { body: '{"bill_city":"Kiel",}' }],
    [
      'the JSON before unknown fields',
      'body_malformed',
      { body: '{"customer_ident":"x","no_such_field":1,"__proto__":1}' },
    ],
  ];
  for (const [what, code, difference] of pairs) {
    it(`look at ${what}`, async () => {
      const answer = await post(account, difference);

      expectHttpRejection(answer, code, difference.method);
    });
  }
});
