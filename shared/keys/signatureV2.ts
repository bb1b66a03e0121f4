import { hash } from 'node:crypto';
import { derivedKey } from './derivedKeys.ts';
import { HmacKey } from './hmacKey.ts';

/** What an app's requests need beside `X-Svc-Hmac`: v2 is ignored, checked when it was sent, or required. */
export const signaturePolicies = ['v1', 'v2-optional', 'v2-required'] as const;
export type SignaturePolicy = (typeof signaturePolicies)[number];

/** Seconds that the time of a signature may be away from the service's clock. */
export const maxClockDifferenceSeconds = 300;

/** The path to which the header form is sent; a proxy's prefix is not signed, since the service does not see it. */
export const operationPath = '/api/v1';

/** What a v2 signature covers: the whole of what the service acts on. */
export interface SignedRequest {
  readonly appId: string;
  readonly keyId: string;
  /** Unix time in seconds, in decimal digits. */
  readonly timestamp: string;
  /** 22 to 64 characters of base64url, never used twice by the app. */
  readonly nonce: string;
  /** The `Idempotency-Key`, empty when there is none. */
  readonly idempotencyKey: string;
  /** The path as it is sent: `/api/v1`, or that of the operation. */
  readonly path: string;
  /** The operation, whether the path or `X-Svc-Method` names it. */
  readonly method: string;
  readonly body: Uint8Array | string;
}

/** The key that signs with v2, derived from an API secret. */
export function signingKey(apiSecret: string): HmacKey {
  return new HmacKey(derivedKey(apiSecret, 'svc-v2'));
}

/** The key id of an API secret: 16 hexadecimal digits that reveal nothing of the secret. */
export function keyIdOf(apiSecret: string): string {
  return derivedKey(apiSecret, 'svc-v2-kid', 8).toString('hex');
}

/** HMAC with SHA-256 over the lines of a request, with a `signingKey`, in base64. */
export function signatureV2(request: SignedRequest, key: HmacKey): string {
  const { appId, keyId, timestamp, nonce, idempotencyKey, path, method, body } = request;
  const digest = hash('sha256', body, 'hex');
  const signed = `SVC2-HMAC-SHA256\n${appId}\n${keyId}\n${timestamp}\n${nonce}\n${idempotencyKey}\nPOST\n${path}\n${method}\n${digest}`;
  // Node reads and writes headers as latin1: so these are the bytes that are sent.
  return key.signLatin1(signed);
}

/** The value of `X-Svc-Signature`. */
export function signatureV2Header(request: SignedRequest, key: HmacKey): string {
  const { keyId, timestamp, nonce } = request;
  return `v2;kid=${keyId};ts=${timestamp};nonce=${nonce};sig=${signatureV2(request, key)}`;
}

/** The parts of `X-Svc-Signature`. */
export interface ClaimedSignature {
  readonly keyId: string;
  readonly timestamp: string;
  readonly nonce: string;
  /** The one base64 form of 32 bytes. */
  readonly signature: string;
}

/** Two headers joined by a comma don't fit. */
const form =
  /^v2;kid=([\w-]{1,64});ts=([1-9]\d{0,11});nonce=([\w-]{22,64});sig=([A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=)$/;

/** Reads `X-Svc-Signature`; `undefined` when it is malformed. */
export function readSignatureV2(header: string): ClaimedSignature | undefined {
  const match = form.exec(header);
  if (!match) return undefined;
  const [, keyId, timestamp, nonce, signature] = match as unknown as [string, string, string, string, string];
  return { keyId, timestamp, nonce, signature };
}
