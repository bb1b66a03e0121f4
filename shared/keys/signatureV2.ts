import { hash } from 'node:crypto';
import { derivedKey } from './derivedKeys.ts';
import { HmacKey } from './hmacKey.ts';
import { derivation, operationPath, type SignedParts, signatureText, signedText } from './signedText.ts';

/** What an app's requests need beside `X-Svc-Hmac`: v2 is ignored, checked when it was sent, or required. */
export const signaturePolicies = ['v1', 'v2-optional', 'v2-required'] as const;
export type SignaturePolicy = (typeof signaturePolicies)[number];

/** Seconds that the time of a signature may be away from the service's clock. */
export const maxClockDifferenceSeconds = 300;

export { operationPath };

/** What a v2 signature covers: the whole of what the service acts on. */
export interface SignedRequest extends SignedParts {
  readonly body: Uint8Array | string;
}

/** The key that signs with v2, derived from an API secret. */
export function signingKey(apiSecret: string): HmacKey {
  return new HmacKey(derivedKey(apiSecret, derivation.signingKey));
}

/** The key id of an API secret: 16 hexadecimal digits that reveal nothing of the secret. */
export function keyIdOf(apiSecret: string): string {
  return derivedKey(apiSecret, derivation.keyId, 8).toString('hex');
}

/** HMAC with SHA-256 over the lines of a request, with a `signingKey`, in base64. */
export function signatureV2(request: SignedRequest, key: HmacKey): string {
  const signed = signedText(request, hash('sha256', request.body, 'hex'));
  // Node reads and writes headers as latin1: so these are the bytes that are sent.
  return key.signLatin1(signed);
}

/** The value of `X-Svc-Signature`. */
export function signatureV2Header(request: SignedRequest, key: HmacKey): string {
  return signatureText(request, signatureV2(request, key));
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
