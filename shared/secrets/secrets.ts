import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** 256 random bits in base64url. The secret is shown once and stored encrypted. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Binds the encrypted secret to the app, so that it can't be moved to another one. */
export function encryptSecret(secret: string, appId: string, key: Buffer): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, key, iv, { authTagLength: tagBytes }).setAAD(Buffer.from(appId));
  const encrypted = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64');
}

/** Throws if the secret was encrypted with another key or for another app, or was changed. */
export function decryptSecret(encrypted: string, appId: string, key: Buffer): string {
  const bytes = Buffer.from(encrypted, 'base64');
  const iv = bytes.subarray(0, ivBytes);
  const decipher = createDecipheriv(algorithm, key, iv, { authTagLength: tagBytes }).setAAD(
    Buffer.from(appId),
  );
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
}
