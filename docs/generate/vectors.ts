import { code, table } from './markdown.ts';

/** A request with every value of its signatures. The values are literals; a test computes them. */
export const vector = {
  apiSecret: 'test-secret-0123456789abcdef',
  appId: 'app_1',
  keyId: 'k1',
  timestamp: '1760000000',
  nonce: 'AAAAAAAAAAAAAAAAAAAAAA',
  idempotencyKey: '',
  path: '/api/v1',
  method: 'customer.delete',
  body: '{"customer_ident":"c_1"}',
  computedKeyId: 'f37974e1d603f0ba',
  hmac: 'vATlnwbMt0BBnUKOkNi1ZNsPDXcnQ6KK7t0FCJyYM0I=',
  bodyDigest: 'a9c660370baa129a677638241fc0ea8a6f034e6a33b7e9cf8ca0f6f6bf4b6542',
  signingKey: 'db7672c605e067d88515f08abed27bcfafe5296448fe3463306a858cc7a453e0',
  signature: 'LmGv5w097lfU5nm/zKZa2TdE96QaebHsFPW349sa75s=',
} as const;

/** The lines that signature v2 covers. */
export const signedLines = [
  'SVC2-HMAC-SHA256',
  'APP_ID',
  'KEY_ID',
  'TIME',
  'NONCE',
  'the Idempotency-Key, or an empty line without one',
  'POST',
  'the path as it is sent: /api/v1, or that of the operation, such as /api/v1/article.create',
  'the operation, whether the path or X-Svc-Method names it',
  'the SHA-256 of the body, in lower-case hexadecimal digits',
].join('\n');

export function vectorTable(): string {
  return table(
    ['', ''],
    [
      ['API secret', code(vector.apiSecret)],
      ['`APP_ID`', code(vector.appId)],
      ['`KEY_ID`', code(vector.keyId)],
      ['`TIME`', code(vector.timestamp)],
      ['`NONCE`', code(vector.nonce)],
      ['`Idempotency-Key`', 'none'],
      ['path', `${code(vector.path)} (the header form)`],
      ['operation', code(vector.method)],
      ['body', code(vector.body)],
      ['SHA-256 of the body', code(vector.bodyDigest)],
      ['signing key', `${code(vector.signingKey)} in hexadecimal digits`],
      ['key id that this secret has (not used here)', code(vector.computedKeyId)],
      ['HMAC of v1', code(vector.hmac)],
      ['signature of v2', code(vector.signature)],
    ],
  );
}

/** The request with these signatures, as it is sent. */
export function vectorRequest(): string {
  const { appId, keyId, timestamp, nonce, path, method, body, hmac, signature } = vector;
  return [
    `POST ${path} HTTP/1.1`,
    'Host: invoices.example',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    `X-Svc-Method: ${method}`,
    `X-Svc-Hmac: ${appId}:${hmac}`,
    `X-Svc-Signature: v2;kid=${keyId};ts=${timestamp};nonce=${nonce};sig=${signature}`,
    '',
    body,
  ].join('\n');
}
