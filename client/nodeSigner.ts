import { randomBytes } from 'node:crypto';
import { type HmacKey, signatureHeader } from '../shared/contract/keys/hmac.ts';
import { keyIdOf, signatureV2Header, signingKey } from '../shared/contract/keys/signatureV2.ts';
import { operationPath } from '../shared/contract/keys/signedText.ts';
import type { Signatures, Signer, ToSign } from './transport.ts';

/** Signs synchronously with `node:crypto`: Web Crypto does each step in a thread of its own. */
export class NodeSigner implements Signer {
  readonly #appId: string;
  readonly #apiSecret: string;
  readonly #keyId: string;
  readonly #key: HmacKey;

  constructor({ appId, apiSecret }: { readonly appId: string; readonly apiSecret: string }) {
    this.#appId = appId;
    this.#apiSecret = apiSecret;
    this.#keyId = keyIdOf(apiSecret);
    this.#key = signingKey(apiSecret);
  }

  sign({ method, body, key = '' }: ToSign): Signatures {
    const request = {
      appId: this.#appId,
      keyId: this.#keyId,
      timestamp: String(Math.floor(Date.now() / 1e3)),
      nonce: randomBytes(16).toString('base64url'),
      idempotencyKey: key,
      path: operationPath,
      method,
      body,
    };
    return {
      'X-Svc-Hmac': signatureHeader(this.#appId, body, this.#apiSecret),
      'X-Svc-Signature': signatureV2Header(request, this.#key),
    };
  }
}
