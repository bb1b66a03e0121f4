import { cursorHours } from '../values/contractLimits.ts';
import { HmacKey, isSame } from './hmac.ts';

/** Part of the signature: a cursor of another operation or account is refused. */
export interface CursorScope {
  readonly purpose: string;
  readonly account: number;
}

export interface QueryScope extends CursorScope {
  /** Any text that identifies the query, such as a filter. */
  readonly subject: string;
}

/** `cursor_invalid`: the cursor was changed, or belongs to another scope. */
export type OpenedCursor = { readonly position: string } | 'cursor_expired' | 'cursor_invalid';

/** Longer cursors are refused unread. Cursors made here are shorter: the longest has an ident and 128 characters of a value. */
export const maxCursorLength = 1_024;

/** Signs positions for clients and verifies them when they come back. Cursors expire. They are opaque, but not secret. */
export class Cursors {
  readonly #key: HmacKey;

  /** All processes that make or read cursors need the same key. */
  constructor(key: Buffer) {
    this.#key = new HmacKey(key);
  }

  /** The cursor is valid for `cursorHours`. `now` is in milliseconds since 1970; the cursor stores seconds. */
  seal(scope: QueryScope, position: string, now: number): string {
    const content = JSON.stringify([Math.floor(now / 1_000) + cursorHours * 3_600, position]);
    return signedCursor(this.#key, signedScope(scope), content);
  }

  /** Returns the position, or the code of the refusal. `now` is in milliseconds since 1970. */
  open(scope: QueryScope, cursor: string, now: number): OpenedCursor {
    if (cursor.length > maxCursorLength) return 'cursor_invalid';
    const content = cursorContent(this.#key, signedScope(scope), cursor);
    if (content === undefined) return 'cursor_invalid';
    const [expiresAt, position] = JSON.parse(content) as [number, string];
    return now >= expiresAt * 1_000 ? 'cursor_expired' : { position };
  }
}

function signedScope({ purpose, account, subject }: QueryScope) {
  return { purpose: JSON.stringify([purpose, subject]), account };
}

/** Characters of the signature: 132 bits. */
const signatureLength = 22;

/** Form of a cursor, to check requests before the signature is verified. */
export const cursorPattern = `^[A-Za-z0-9_-]{1,1000}\\.[A-Za-z0-9_-]{${signatureLength}}$`;

/** Makes a cursor that clients can't change: the content in base64url, and a signature. */
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
