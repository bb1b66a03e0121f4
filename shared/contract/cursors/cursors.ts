import { HmacKey } from '../keys/hmacKey.ts';
import { type CursorScope, cursorContent, signedCursor } from './signedCursor.ts';

export interface QueryScope extends CursorScope {
  /** Any text that identifies the query, such as a filter. */
  readonly subject: string;
}

export type OpenedCursor =
  | { readonly kind: 'opened'; readonly position: string }
  | { readonly kind: 'expired' }
  /** The cursor was changed, or belongs to another scope. */
  | { readonly kind: 'invalid' };

/** Longer cursors are refused unread. Cursors made here are shorter. */
export const maxCursorLength = 512;

/** Signs positions for clients and verifies them when they come back. Cursors expire. They are opaque, but not secret. */
export class Cursors {
  readonly #key: HmacKey;

  /** All processes that make or read cursors need the same key. */
  constructor(key: Buffer) {
    this.#key = new HmacKey(key);
  }

  /** `expiresAt` is in milliseconds since 1970; the cursor stores seconds. */
  seal(scope: QueryScope, position: string, expiresAt: number): string {
    const content = JSON.stringify([Math.floor(expiresAt / 1_000), position]);
    return signedCursor(this.#key, signedScope(scope), content);
  }

  /** `now` is in milliseconds since 1970. */
  open(scope: QueryScope, cursor: string, now: number): OpenedCursor {
    if (cursor.length > maxCursorLength) return { kind: 'invalid' };
    const content = cursorContent(this.#key, signedScope(scope), cursor);
    if (content === undefined) return { kind: 'invalid' };
    const [expiresAt, position] = JSON.parse(content) as [number, string];
    return now >= expiresAt * 1_000 ? { kind: 'expired' } : { kind: 'opened', position };
  }
}

function signedScope({ purpose, account, subject }: QueryScope) {
  return { purpose: JSON.stringify([purpose, subject]), account };
}
