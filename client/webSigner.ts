import { derivation, operationPath, signatureText, signedText } from '../shared/contract/keys/signedText.ts';
import type { Signatures, Signer, ToSign } from './transport.ts';

type Bytes = Uint8Array<ArrayBuffer>;
type CryptoKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

interface Keys {
  /** Signs the body alone (v1). */
  readonly body: CryptoKey;
  /** Signs what the service acts on (v2). */
  readonly request: CryptoKey;
  readonly keyId: string;
}

/** Signs with Web Crypto, which every runtime with `fetch` has. */
export class WebSigner implements Signer {
  readonly #appId: string;
  readonly #apiSecret: string;
  #keys: Promise<Keys> | undefined;

  constructor({ appId, apiSecret }: { readonly appId: string; readonly apiSecret: string }) {
    this.#appId = appId;
    this.#apiSecret = apiSecret;
  }

  /** `path` is that of all operations by default; a header then names the operation. */
  async sign({
    method,
    body,
    key = '',
    path = operationPath,
  }: ToSign & { readonly path?: string }): Promise<Signatures> {
    this.#keys ??= keysOf(this.#apiSecret);
    const keys = await this.#keys;
    const [hmac, digest] = await Promise.all([
      crypto.subtle.sign('HMAC', keys.body, body as Bytes),
      crypto.subtle.digest('SHA-256', body as Bytes),
    ]);
    const parts = {
      appId: this.#appId,
      keyId: keys.keyId,
      timestamp: String(Math.floor(Date.now() / 1_000)),
      nonce: base64url(crypto.getRandomValues(new Uint8Array(16))),
      idempotencyKey: key,
      path,
      method,
    };
    const signature = await crypto.subtle.sign('HMAC', keys.request, encoded(signedText(parts, hex(digest))));
    return {
      'X-Svc-Hmac': `${this.#appId}:${base64(hmac)}`,
      'X-Svc-Signature': signatureText(parts, base64(signature)),
    };
  }
}

async function keysOf(apiSecret: string): Promise<Keys> {
  const secret = encoded(apiSecret);
  const source = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits']);
  const derived = (info: string, bytes: number) =>
    crypto.subtle.deriveBits(
      { name: 'HKDF', hash: 'SHA-256', salt: encoded(derivation.salt), info: encoded(info) },
      source,
      bytes * 8,
    );
  return {
    body: await hmacKey(secret),
    request: await hmacKey(await derived(derivation.signingKey, 32)),
    keyId: hex(await derived(derivation.keyId, 8)),
  };
}

function hmacKey(bytes: Bytes | ArrayBuffer): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
}

function encoded(text: string): Bytes {
  return new TextEncoder().encode(text);
}

function hex(buffer: ArrayBuffer): string {
  return Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function base64(buffer: ArrayBuffer | Bytes): string {
  return btoa(String.fromCharCode(...new Uint8Array(buffer)));
}

function base64url(bytes: Bytes): string {
  return base64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
