import { timingSafeEqual } from 'node:crypto';
import { hmac } from '../../shared/keys/signature.ts';
import type { PeerApp } from './apps.ts';

/** Parses `X-Svc-Hmac`; missing parts are empty. */
export function signatureOf(header: string): { readonly appId: string; readonly digest: Buffer } {
  const [appId = '', digest = ''] = header.split(':');
  return { appId, digest: Buffer.from(digest, 'base64') };
}

export function isSignedBy({ secrets }: PeerApp, body: Buffer, digest: Buffer): boolean {
  return secrets.some((secret) => {
    const expected = hmac(body, secret);
    return expected.length === digest.length && timingSafeEqual(expected, digest);
  });
}
