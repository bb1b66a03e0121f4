import { hkdfSync } from 'node:crypto';
import { derivation } from './signedText.ts';

/** A key for one purpose, which the info names: HKDF with SHA-256 (RFC 5869) and the salt `counterfoil`. */
export function derivedKey(secret: string | Buffer, info: string, bytes = 32): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, derivation.salt, info, bytes));
}
