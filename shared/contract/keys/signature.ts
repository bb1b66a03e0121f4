import { createHmac } from 'node:crypto';

/** HMAC with SHA-256 over the exact bytes of a body, keyed with an API secret (docs/api.md#signature-v1). */
export function hmac(body: Uint8Array | string, secret: string): Buffer {
  return createHmac('sha256', secret).update(body).digest();
}

/** Value of `X-Svc-Hmac`: `<APP_ID>:<HMAC_BASE64>`. */
export function signatureHeader(appId: string, body: Uint8Array | string, secret: string): string {
  return `${appId}:${hmac(body, secret).toString('base64')}`;
}
