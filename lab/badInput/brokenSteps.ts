import { signatureHeader } from '../../shared/contract/keys/hmac.ts';
import type { HttpCode } from '../../test/support/httpRejections.ts';
import type { Drawing } from '../../test/support/random.ts';
import type { Difference, Signer } from '../../test/support/rawRequest.ts';

export type Headers = NonNullable<Difference['headers']>;

/** A way to fail one check (docs/api.md#order-of-checks). */
interface Breaking {
  readonly refusal: HttpCode;
  readonly difference: (
    draw: Drawing,
    request: Difference & { readonly body: string },
    signer: Signer,
  ) => Difference;
}

const contentTypes = [
  undefined,
  '',
  'text/plain',
  'text/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/jsonx',
  'application/json; charset=latin1',
  'application/json, text/plain',
  '*/*',
  'application/xml',
  ['text/plain', 'application/json'],
  'application/ÿjson',
];
const encodings = ['gzip', 'br', 'deflate', 'zstd', 'gzip, identity', 'x', ['identity', 'gzip']];
const methods = [
  undefined,
  '',
  'customer.drop',
  'Customer.create',
  'CUSTOMER.READ',
  'article.Create',
  'customer',
  '__proto__',
  'constructor',
  'toString',
  'x'.repeat(1e3),
  'account.app',
  'account.keys',
  'order.create',
  'order.invoice',
  'customer.create/../x',
  "customer.create' --",
  'äÿ',
  '.',
  '*',
  ['customer.create', 'customer.create'],
  ['article.read', 'customer.delete'],
  'customer.create,article.create',
];

/** Ways to fail checks, in the order of the checks: the first that fails decides. */
export const breakings: readonly Breaking[] = [
  {
    refusal: 'not_found',
    difference: (draw) => ({
      path: draw.one(['/', '/api/v2', '/api/v1/', '/API/v1', '/api/v1%00', '/api/v1/../v1']),
    }),
  },
  {
    refusal: 'verb_not_allowed',
    difference: (draw) => ({ verb: draw.one(['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) }),
  },
  {
    refusal: 'content_type_unsupported',
    difference: (draw) => ({
      headers: draw.one<() => Headers>([
        () => ({ 'Content-Type': draw.one(contentTypes) }),
        () => ({ 'Content-Encoding': draw.one(encodings) }),
      ])(),
    }),
  },
  {
    refusal: 'authentication_failed',
    difference: (draw, { body }, signer) => ({
      headers: { 'X-Svc-Hmac': wrongSignature(draw, body, signer) },
    }),
  },
  {
    refusal: 'method_missing',
    difference: (draw) => ({ headers: { 'X-Svc-Method': draw.one(methods.slice(0, 2)) } }),
  },
  {
    refusal: 'method_unknown',
    difference: (draw) => ({ headers: { 'X-Svc-Method': draw.one(methods.slice(2)) } }),
  },
];

function wrongSignature(
  draw: Drawing,
  body: string,
  { appId, apiSecret }: Signer,
): string | readonly string[] | undefined {
  const right = signatureHeader(appId, body, apiSecret);
  const digest = right.slice(appId.length + 1);
  return draw.one([
    undefined,
    '',
    ':',
    appId,
    digest,
    `${appId}:`,
    `:${digest}`,
    `${appId}::${digest}`,
    `${right}=`,
    `${right}, ${right}`,
    `${appId.toUpperCase()}:${digest}`,
    `app_unknown:${digest}`,
    `__proto__:${digest}`,
    `${appId}' OR '1'='1:${digest}`,
    signatureHeader(appId, `${body} `, apiSecret),
    signatureHeader(appId, body, `${apiSecret}x`),
    `${appId}:${'A'.repeat(1e3)}`,
    [right, right],
    ['x', right],
    `${appId}:${Buffer.from(digest, 'base64').toString('hex')}`,
    `\xff${right}`,
    `${appId} :${digest}`,
  ]);
}
