import { HmacKey } from '../keys/hmacKey.ts';
import { cursorContent, signedCursor } from './signedCursor.ts';

/** What a cursor belongs to: with anything else, it is not accepted. */
export interface CursorScope {
  /** What it is for, such as the name of an operation. */
  readonly purpose: string;
  readonly account: number;
  /** What was asked for, such as a filter: any text. */
  readonly subject: string;
}

/** What a cursor says. */
export type OpenedCursor =
  | { readonly kind: 'opened'; readonly position: string }
  | { readonly kind: 'expired' }
  /** It was changed, or belongs to something else. */
  | { readonly kind: 'invalid' };

/** Characters of a cursor that is opened: none that was made here has more. */
export const maxCursorLength = 512;

/** Signs positions for clients for a time, and reads them when they come back. They are opaque to clients, but not secret. */
export class Cursors {
  readonly #key: HmacKey;

  /** All processes that make and read cursors need the same key. */
  constructor(key: Buffer) {
    this.#key = new HmacKey(key);
  }

  /** A cursor that holds until a time, in milliseconds since 1970. */
  seal(scope: CursorScope, position: string, expiresAt: number): string {
    const content = JSON.stringify([Math.floor(expiresAt / 1_000), position]);
    return signedCursor(this.#key, signedScope(scope), content);
  }

  /** The position in a cursor; `now` in milliseconds since 1970. */
  open(scope: CursorScope, cursor: string, now: number): OpenedCursor {
    if (cursor.length > maxCursorLength) return { kind: 'invalid' };
    const content = cursorContent(this.#key, signedScope(scope), cursor);
    if (content === undefined) return { kind: 'invalid' };
    const [expiresAt, position] = JSON.parse(content) as [number, string];
    return now >= expiresAt * 1_000 ? { kind: 'expired' } : { kind: 'opened', position };
  }
}

function signedScope({ purpose, account, subject }: CursorScope) {
  return { purpose: JSON.stringify([purpose, subject]), account };
}
