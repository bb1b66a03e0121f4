/** Every answer that is not an operation's own (contract.md, "HTTP"). */
export const httpRefusals = {
  method_missing: { status: 400, message: 'X-Svc-Method not set' },
  method_unknown: { status: 400, message: 'unknown method' },
  body_malformed: { status: 400, message: 'request body is not a valid JSON object' },
  idempotency_key_malformed: { status: 400, message: 'malformed Idempotency-Key' },
  request_malformed: { status: 400, message: 'malformed request' },
  authentication_failed: { status: 401, message: 'authentication failed' },
  not_found: { status: 404, message: 'not found' },
  verb_not_allowed: { status: 405, message: 'method not allowed' },
  request_timeout: { status: 408, message: 'request timeout' },
  idempotency_key_reused: { status: 409, message: 'idempotency key was used for another request' },
  body_too_large: { status: 413, message: 'request body too large' },
  content_type_unsupported: { status: 415, message: 'unsupported content type, send application/json' },
  rate_limited: { status: 429, message: 'rate limit exceeded' },
  headers_too_large: { status: 431, message: 'request headers too large' },
  internal_error: {
    status: 500,
    message: 'internal error, outcome unknown, repeat with the same Idempotency-Key',
  },
  unavailable: { status: 503, message: 'service unavailable' },
  outcome_unknown: { status: 504, message: 'outcome unknown, repeat with the same Idempotency-Key' },
} as const;

export type HttpRefusal = keyof typeof httpRefusals;

export function isHttpRefusal(code: string): code is HttpRefusal {
  return Object.hasOwn(httpRefusals, code);
}
