/** The path to which the header form is sent; a proxy's prefix is not signed, since the service does not see it. */
export const operationPath = '/api/v1';

/** What a key for signature v2 is derived with, by HKDF with SHA-256: the signing key of 32 bytes, and the key id of 8 bytes. */
export const derivation = { salt: 'counterfoil', signingKey: 'svc-v2', keyId: 'svc-v2-kid' } as const;

/** What a v2 signature covers beside the body: the whole of what the service acts on. */
export interface SignedParts {
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
}

/** The text that signature v2 signs, with the SHA-256 of the body in lower-case hexadecimal digits (docs/api.md#signature-v2). */
export function signedText(parts: SignedParts, bodyDigest: string): string {
  const { appId, keyId, timestamp, nonce, idempotencyKey, path, method } = parts;
  return `SVC2-HMAC-SHA256\n${appId}\n${keyId}\n${timestamp}\n${nonce}\n${idempotencyKey}\nPOST\n${path}\n${method}\n${bodyDigest}`;
}

/** The value of `X-Svc-Signature`, with a signature in base64. */
export function signatureText({ keyId, timestamp, nonce }: SignedParts, signature: string): string {
  return `v2;kid=${keyId};ts=${timestamp};nonce=${nonce};sig=${signature}`;
}
