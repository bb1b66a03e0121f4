import { derivedKey, HmacKey, signatureHeader } from '../../shared/contract/keys/hmac.ts';
import { keyIdOf, signatureV2Header, signingKey } from '../../shared/contract/keys/signatureV2.ts';
import { vector as documented } from './vectors.ts';

/** The request that is signed, and the keys. */
interface Signed {
  readonly appId: string;
  readonly apiSecret: string;
  readonly body: string;
}

interface SignedV2 extends Signed {
  readonly keyId: string;
  readonly timestamp: string;
  readonly nonce: string;
  /** Empty without a key. */
  readonly idempotencyKey: string;
  readonly path: string;
  readonly operation: string;
}

/** A line of the file: every value is a text, so that a shell can read it. */
export type FileVector = Readonly<Record<string, string>>;

const tea = '{"article_title":"Tea"}';
const unicode = '{"article_title":"Käse – 奶酪 🧀"}';
const v1: Signed = { appId: 'app_1', apiSecret: documented.apiSecret, body: tea };
const longSecret = `long-${'0123456789'.repeat(9)}`;
const keyId = keyIdOf(v1.apiSecret);
const v2: SignedV2 = {
  ...v1,
  keyId,
  timestamp: '1760000000',
  nonce: 'AAAAAAAAAAAAAAAAAAAAAA',
  idempotencyKey: '',
  path: '/api/v1/article.create',
  operation: 'article.create',
};
const { apiSecret, appId, nonce, timestamp, path, method, body, idempotencyKey } = documented;
const ofPage: SignedV2 = {
  apiSecret,
  appId,
  nonce,
  timestamp,
  path,
  body,
  idempotencyKey,
  keyId: documented.keyId,
  operation: method,
};

/** The text of examples/signature-vectors.json. */
export function vectorFile(): string {
  const vectors = [...rightV1(), ...wrongV1(), ...rightV2(), ...wrongV2()];
  return `${JSON.stringify({ description, vectors }, null, 2)}\n`;
}

const description = [
  'Signatures of Counterfoil, to test a client with. "value" is that of the header. A client computes it from the other values;',
  'where "valid" is "no", the service refuses the value, for the "reason" that its log has, and a client computes another one.',
  'bodyBase64 has the exact bytes of the body. signingKeyHex is derived from apiSecret, and so is a keyId if it is not "k1".',
].join(' ');

function rightV1(): FileVector[] {
  return [
    fileV1('v1: a small body', v1),
    fileV1('v1: an empty object', { ...v1, body: '{}' }),
    fileV1('v1: characters beyond ASCII, in UTF-8', { ...v1, body: unicode }),
    fileV1('v1: spaces and a line feed at the end, which are signed too', {
      ...v1,
      body: `{ "article_title" : "Tea" }\n`,
    }),
    fileV1('v1: a secret longer than a block of SHA-256', { ...v1, apiSecret: longSecret }),
    fileV1('v1: the vector of docs/api.md', ofPage),
  ];
}

function wrongV1(): FileVector[] {
  const right = signatureHeader(v1.appId, v1.body, v1.apiSecret);
  const digest = right.split(':')[1] as string;
  const hex = Buffer.from(digest, 'base64').toString('hex');
  const wrong = (name: string, value: string, reason: string) =>
    fileV1(`v1: wrong, ${name}`, v1, value, reason);
  return [
    wrong(
      'signed another body',
      signatureHeader(v1.appId, '{"article_title": "Tea"}', v1.apiSecret),
      'bad_signature',
    ),
    wrong(
      'the secret has a line feed at the end',
      signatureHeader(v1.appId, v1.body, `${v1.apiSecret}\n`),
      'bad_signature',
    ),
    wrong('hexadecimal digits instead of base64', `${v1.appId}:${hex}`, 'malformed'),
    wrong('base64 without =', `${v1.appId}:${digest.replace('=', '')}`, 'malformed'),
    wrong('no app id', digest, 'malformed'),
  ];
}

function rightV2(): FileVector[] {
  return [
    fileV2('v2: the path names the operation', v2),
    fileV2('v2: the header names the operation, the path is /api/v1', { ...v2, path: '/api/v1' }),
    fileV2('v2: with an Idempotency-Key', { ...v2, idempotencyKey: 'tea-1' }),
    fileV2('v2: characters beyond ASCII, in UTF-8', { ...v2, body: unicode, idempotencyKey: 'cheese-1' }),
    fileV2('v2: batch.run by its path', { ...v2, ...batch }),
    fileV2('v2: a secret longer than a block of SHA-256', {
      ...v2,
      apiSecret: longSecret,
      keyId: keyIdOf(longSecret),
    }),
    fileV2('v2: the vector of docs/api.md, with a key id of its own', ofPage),
  ];
}

const batch = {
  path: '/api/v1/batch.run',
  operation: 'batch.run',
  body: '{"operations":[{"method":"article.create","data":{"article_title":"Tea"},"key":"tea-1"}]}',
};

function wrongV2(): FileVector[] {
  const right = headerV2(v2);
  const wrong = (name: string, value: string, reason: string) =>
    fileV2(`v2: wrong, ${name}`, v2, value, reason);
  const bad = (name: string, difference: Partial<SignedV2>) =>
    wrong(name, headerV2({ ...v2, ...difference }), 'bad_signature');
  return [
    bad('signed /api/v1, sent to the path of the operation', { path: '/api/v1' }),
    bad('the line of the operation is empty', { operation: '' }),
    bad('signed another operation', { operation: 'article.update' }),
    bad('signed an Idempotency-Key that is not sent', { idempotencyKey: 'tea-1' }),
    bad('signed another body', { body: '{}' }),
    bad('signed for another app', { appId: 'app_2' }),
    wrong(
      'signed with the API secret, not with the key derived from it',
      withSecretItself(),
      'bad_signature',
    ),
    wrong('the key id of another secret', headerV2({ ...v2, keyId: keyIdOf(longSecret) }), 'unknown_key'),
    wrong('a nonce of 21 characters', headerV2({ ...v2, nonce: 'A'.repeat(21) }), 'malformed'),
    wrong('the time in milliseconds', headerV2({ ...v2, timestamp: '1760000000000' }), 'malformed'),
    wrong('spaces behind the semicolons', right.replaceAll(';', '; '), 'malformed'),
    wrong('base64 without =', right.replace(/=$/, ''), 'malformed'),
  ];
}

/** The signature of a client that forgets to derive the key. */
function withSecretItself(): string {
  return signatureV2Header({ ...v2, method: v2.operation }, new HmacKey(v2.apiSecret));
}

function headerV2(signed: SignedV2): string {
  return signatureV2Header({ ...signed, method: signed.operation }, signingKey(signed.apiSecret));
}

function fileV1(name: string, signed: Signed, value?: string, reason = ''): FileVector {
  const { appId, apiSecret, body } = signed;
  const right = signatureHeader(appId, body, apiSecret);
  return { ...head(name, 'X-Svc-Hmac', reason), apiSecret, appId, ...bytes(body), value: value ?? right };
}

function fileV2(name: string, signed: SignedV2, value = headerV2(signed), reason = ''): FileVector {
  const { body, appId, apiSecret, ...rest } = signed;
  const signingKeyHex = derivedKey(apiSecret, 'svc-v2').toString('hex');
  const own = { ...rest, signingKeyHex };
  return { ...head(name, 'X-Svc-Signature', reason), apiSecret, appId, ...own, ...bytes(body), value };
}

function head(name: string, header: string, reason: string) {
  return { name, header, valid: reason ? 'no' : 'yes', reason };
}

function bytes(body: string) {
  return { body, bodyBase64: Buffer.from(body).toString('base64') };
}
