import { randomBytes } from 'node:crypto';
import {
  keyIdOf,
  type SignedRequest,
  signatureV2Header,
  signingKey,
} from '../../shared/contract/keys/signatureV2.ts';
import { operationPath } from '../../shared/contract/keys/signedText.ts';
import type { Difference, Signer } from './rawRequest.ts';

/** Parts of every test request that does not say otherwise. */
const defaultRequest = { method: 'customer.exists', body: '{"customer_ident":"cus_unknown"}' };

export function newNonce(): string {
  return randomBytes(16).toString('base64url');
}

/** Seconds since 1970, now or so many later. */
export function timestamp(later = 0): string {
  return String(Math.floor(Date.now() / 1_000) + later);
}

/** A good `X-Svc-Signature` over the usual request, but for what is given. */
export function v2Header({ appId, apiSecret }: Signer, signed: Partial<SignedRequest> = {}): string {
  const defaults = { appId, keyId: keyIdOf(apiSecret), timestamp: timestamp(), nonce: newNonce() };
  const request = { ...defaults, ...defaultRequest, idempotencyKey: '', path: operationPath, ...signed };
  return signatureV2Header(request, signingKey(apiSecret));
}

/** A request that is signed with v2 too, over what is sent unless something else is given. */
export function signedV2(
  signer: Signer,
  difference: Difference = {},
  signed: Partial<SignedRequest> = {},
): Difference {
  const { method, body } = { ...defaultRequest, ...difference };
  const key = difference.headers?.['Idempotency-Key'];
  const idempotencyKey = typeof key === 'string' ? key : '';
  const header = v2Header(signer, { method, body, idempotencyKey, ...signed });
  return { ...difference, headers: { 'X-Svc-Signature': header, ...difference.headers } };
}
