/** Path of requests that name the operation in a header. A proxy's prefix is not signed: the service does not see it. */
export const operationPath = '/api/v1';

/** Parameters of HKDF with SHA-256 for signature v2: the signing key has 32 bytes, the key id 8 bytes. */
export const derivation = { salt: 'counterfoil', signingKey: 'svc-v2', keyId: 'svc-v2-kid' } as const;

/** Parts that signature v2 covers beside the body: everything the service acts on. */
export interface SignedParts {
  readonly appId: string;
  readonly keyId: string;
  /** Unix time in seconds, in decimal digits. */
  readonly timestamp: string;
  /** 22 to 64 characters of base64url. The app must never use it twice. */
  readonly nonce: string;
  /** `Idempotency-Key`, or empty. */
  readonly idempotencyKey: string;
  readonly path: string;
  readonly method: string;
}

/** Signed text. `bodyDigest` is the SHA-256 of the body in lower-case hexadecimal (docs/api.md#signature-v2). */
export function signedText(parts: SignedParts, bodyDigest: string): string {
  const { appId, keyId, timestamp, nonce, idempotencyKey, path, method } = parts;
  return `SVC2-HMAC-SHA256\n${appId}\n${keyId}\n${timestamp}\n${nonce}\n${idempotencyKey}\nPOST\n${path}\n${method}\n${bodyDigest}`;
}

/** Value of `X-Svc-Signature`; `signature` is in base64. */
export function signatureText({ keyId, timestamp, nonce }: SignedParts, signature: string): string {
  return `v2;kid=${keyId};ts=${timestamp};nonce=${nonce};sig=${signature}`;
}
