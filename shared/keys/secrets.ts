import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** A new API secret: 256 random bits. It is shown once and stored encrypted. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Encrypts an app's secret for the database; bound to the app, so that it can't be moved to another one. */
export function encryptSecret(secret: string, appId: string, key: Buffer): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, key, iv, { authTagLength: tagBytes }).setAAD(Buffer.from(appId));
  const encrypted = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64');
}

/** Throws when the key is another one than it was encrypted with, or the text was changed. */
export function decryptSecret(encrypted: string, appId: string, key: Buffer): string {
  const bytes = Buffer.from(encrypted, 'base64');
  const iv = bytes.subarray(0, ivBytes);
  const decipher = createDecipheriv(algorithm, key, iv, { authTagLength: tagBytes }).setAAD(
    Buffer.from(appId),
  );
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
}
