import { hash } from 'node:crypto';
import { derivedKey, HmacKey } from './hmac.ts';
import { derivation, type SignedParts, signatureText, signedText } from './signedText.ts';

/** Requirements of an app beside `X-Svc-Hmac`: signature v2 is ignored, checked if it was sent, or required. */
export const signaturePolicies = ['v1', 'v2-optional', 'v2-required'] as const;
export type SignaturePolicy = (typeof signaturePolicies)[number];

/** Maximum difference between the time of a signature and the service's clock. */
export const maxClockDifferenceSeconds = 300;

/** Everything the service acts on; a v2 signature covers all of it. */
export interface SignedRequest extends SignedParts {
  readonly body: Uint8Array | string;
}

export function signingKey(apiSecret: string): HmacKey {
  return new HmacKey(derivedKey(apiSecret, derivation.signingKey));
}

/** Key id of an API secret: 16 hexadecimal digits that do not reveal it. */
export function keyIdOf(apiSecret: string): string {
  return derivedKey(apiSecret, derivation.keyId, 8).toString('hex');
}

/** HMAC with SHA-256 over the lines of a request, in base64. `key` comes from `signingKey`. */
export function signatureV2(request: SignedRequest, key: HmacKey): string {
  const signed = signedText(request, hash('sha256', request.body, 'hex'));
  // Node reads and writes headers as latin1, so these are the bytes that are sent.
  return key.sign(signed);
}

export function signatureV2Header(request: SignedRequest, key: HmacKey): string {
  return signatureText(request, signatureV2(request, key));
}

export interface ClaimedSignature {
  readonly keyId: string;
  readonly timestamp: string;
  readonly nonce: string;
  /** Canonical base64 form of 32 bytes. */
  readonly signature: string;
}

/** Pattern of the canonical base64 form of 32 bytes. */
export const digestPattern = '[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=';

/** Two headers joined by a comma do not match. */
const form = new RegExp(
  `^v2;kid=([\\w-]{1,64});ts=([1-9]\\d{0,11});nonce=([\\w-]{22,64});sig=(${digestPattern})$`,
);

/** Parses `X-Svc-Signature`; undefined if malformed. */
export function readSignatureV2(header: string): ClaimedSignature | undefined {
  const match = form.exec(header);
  if (!match) return undefined;
  const [, keyId, timestamp, nonce, signature] = match as unknown as [string, string, string, string, string];
  return { keyId, timestamp, nonce, signature };
}
