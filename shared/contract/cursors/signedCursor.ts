import type { HmacKey } from '../keys/hmacKey.ts';
import { isSame } from '../keys/isSame.ts';

/** Part of the signature: a cursor of another operation or account is refused. */
export interface CursorScope {
  readonly purpose: string;
  readonly account: number;
}

/** Characters of the signature: 132 bits. */
const signatureLength = 22;

/** Form of a cursor, to check requests before the signature is verified. */
export const cursorPattern = `^[A-Za-z0-9_-]{1,400}\\.[A-Za-z0-9_-]{${signatureLength}}$`;

/** Makes a cursor that clients cannot change: the content in base64url, and a signature. */
export function signedCursor(key: HmacKey, scope: CursorScope, content: string): string {
  return `${Buffer.from(content).toString('base64url')}.${signatureOf(key, scope, content)}`;
}

/** Content without a check of the signature; meaningless for a text that is not a cursor. */
export function unverifiedContent(cursor: string): string {
  return Buffer.from(cursor.slice(0, cursor.indexOf('.')), 'base64url').toString();
}

/** Verified content; undefined if the cursor was not signed with this key for this scope. */
export function cursorContent(key: HmacKey, scope: CursorScope, cursor: string): string | undefined {
  const content = unverifiedContent(cursor);
  return isSame(cursor, signedCursor(key, scope, content)) ? content : undefined;
}

function signatureOf(key: HmacKey, { purpose, account }: CursorScope, content: string): string {
  const signed = key.sign(Buffer.from(JSON.stringify([purpose, account, content])));
  return Buffer.from(signed, 'base64').toString('base64url').slice(0, signatureLength);
}
