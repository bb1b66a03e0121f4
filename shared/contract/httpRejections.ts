import type { RefusalText } from './refusals.ts';
import { limitSize } from './values/byteSize.ts';
import { maxBatchBytes, maxBodyBytes } from './values/contractLimits.ts';
import { idempotencyKeySchema, idempotencyKeyText } from './values/idempotencyKey.ts';

interface HttpRejectionText extends RefusalText {
  readonly status: number;
}

/** Answers that do not come from an operation (docs/api.md#http). */
export const httpRejections = {
  request_malformed: {
    status: 400,
    message: 'malformed request',
    cause: 'What arrived is not a valid HTTP request, or an HTTP/1.1 request has no `Host`.',
    remedy: 'Send the request with an ordinary HTTP library.',
  },
  method_missing: {
    status: 400,
    message: 'X-Svc-Method not set',
    cause: 'The path is `/api/v1`, and the header `X-Svc-Method` is missing or empty.',
    remedy: 'Name the operation in the path (`/api/v1/article.create`) or in `X-Svc-Method`.',
  },
  method_unknown: {
    status: 400,
    message: 'unknown method',
    cause: 'No operation has the name in the path or in `X-Svc-Method`. Names are case-sensitive.',
    remedy: 'Use the name of an operation, such as `article.create`.',
  },
  method_mismatch: {
    status: 400,
    message: 'X-Svc-Method names another operation than the path',
    cause: 'The path names an operation, and the header `X-Svc-Method` names another one.',
    remedy: 'Leave the header out, or name the same operation in both.',
  },
  body_malformed: {
    status: 400,
    message: 'request body is not a valid JSON object',
    cause:
      'The body is not a JSON object in UTF-8, is empty or incomplete, begins with a byte order mark, has a key `__proto__`, or has a number beyond the range of a 64-bit float.',
    remedy: 'Correct the body. The message ends with the reason.',
  },
  idempotency_key_malformed: {
    status: 400,
    message: 'malformed Idempotency-Key',
    cause: `The \`Idempotency-Key\` is empty, longer than ${idempotencyKeySchema.maxLength} characters, or has characters other than visible ASCII.`,
    remedy: `Send ${idempotencyKeyText} without spaces, such as a UUID.`,
  },
  simulation_refused: {
    status: 400,
    message: 'X-Svc-Simulate refused',
    cause: 'The account is not a sandbox, or the value of `X-Svc-Simulate` is unknown.',
    remedy:
      'Send the header only in tests, for an account that was created with `counterfoil account create --sandbox`, with a value of this page.',
  },
  authentication_failed: {
    status: 401,
    message: 'authentication failed',
    cause:
      'The app is unknown, revoked or disabled, its account is disabled, or a signature is missing, malformed, wrong, too old or used before. The answer is the same for all of these and takes equally long.',
    remedy:
      'Sign the exact bytes that are sent, with the present secret. The log of the service has the reason, under the `X-Request-Id` of the answer.',
  },
  not_found: {
    status: 404,
    message: 'not found',
    cause:
      'The path is neither `/api/v1` nor `/api/v1/` and a name such as `article.create`: a further slash, a query or an escaped character counts as another path.',
    remedy: 'Send the request to `/api/v1` or to the path of its operation.',
  },
  verb_not_allowed: {
    status: 405,
    message: 'method not allowed',
    cause: 'The HTTP verb is not `POST`. The answer has `Allow: POST`.',
    remedy: 'Send a `POST`.',
  },
  request_timeout: {
    status: 408,
    message: 'request timeout',
    cause: 'The request took too long to arrive.',
    remedy: 'Repeat it on a new connection. Send smaller requests if the connection is slow.',
  },
  idempotency_key_reused: {
    status: 409,
    message: 'idempotency key was used for another request',
    cause: 'The app has used this `Idempotency-Key` with another operation or other data.',
    remedy: 'Use a new key for each new call, and the same key only to repeat a call unchanged.',
  },
  body_too_large: {
    status: 413,
    message: 'request body too large',
    cause: `The body is larger than ${limitSize(maxBodyBytes)} (\`batch.run\` that is not atomic: ${limitSize(maxBatchBytes)}).`,
    remedy: 'Send less in one request.',
  },
  content_type_unsupported: {
    status: 415,
    message: 'unsupported content type, send application/json',
    cause: 'The content type is not `application/json`, its charset is not UTF-8, or the body is compressed.',
    remedy: 'Send `Content-Type: application/json` and an uncompressed body.',
  },
  rate_limited: {
    status: 429,
    message: 'rate limit exceeded',
    cause: 'The app or its account has sent more requests in this second than its limit allows.',
    remedy: 'Wait as many seconds as `Retry-After` says, then repeat the request.',
  },
  headers_too_large: {
    status: 431,
    message: 'request headers too large',
    cause: 'The request line and headers are larger than 16 KiB.',
    remedy: 'Send fewer and shorter headers.',
  },
  internal_error: {
    status: 500,
    message: 'internal error, outcome unknown, repeat with the same Idempotency-Key',
    cause: 'The service failed. The call may have been run.',
    remedy:
      'Repeat it with the same `Idempotency-Key`: a call that was run is not run again. If the error persists, report the `X-Request-Id` to the operator.',
  },
  unavailable: {
    status: 503,
    message: 'service unavailable',
    cause: 'The service is overloaded, or a part of it is not available. The call was not accepted.',
    remedy: 'Wait as many seconds as `Retry-After` says, then repeat the request.',
  },
  paused: {
    status: 503,
    message: 'paused by the operator',
    cause:
      'The operator has paused the calls of this resource, such as for maintenance. The call was not accepted. This is not an error.',
    remedy:
      'Wait as many seconds as `Retry-After` says, 30 at most, then repeat the request. A pause without a planned end may last longer.',
  },
  outcome_unknown: {
    status: 504,
    message: 'outcome unknown, repeat with the same Idempotency-Key',
    cause:
      'The call was accepted, but was not answered before the deadline. It may have been run, or may still run.',
    remedy: 'Repeat it with the same `Idempotency-Key`: a call that was run is not run again.',
  },
} as const satisfies Readonly<Record<string, HttpRejectionText>>;

/** Messages about an entry of a batch, which has no headers. */
export const entryRejections = {
  method_missing: 'method not set',
  body_too_large: `data is larger than ${limitSize(maxBodyBytes)}`,
  idempotency_key_malformed: `key must be ${idempotencyKeyText}`,
} as const satisfies Readonly<Partial<Record<keyof typeof httpRejections, string>>>;

export type HttpRejection = keyof typeof httpRejections;

export function isHttpRejection(code: string): code is HttpRejection {
  return Object.hasOwn(httpRejections, code);
}
