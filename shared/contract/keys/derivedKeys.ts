import { hkdfSync } from 'node:crypto';
import { derivation } from './signedText.ts';

/** HKDF with SHA-256 (RFC 5869) and the salt `counterfoil`. `info` names the purpose of the key. */
export function derivedKey(secret: string | Buffer, info: string, bytes = 32): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, derivation.salt, info, bytes));
}
