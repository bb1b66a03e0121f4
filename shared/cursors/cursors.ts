import { createHmac, timingSafeEqual } from 'node:crypto';

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

const macBytes = 16;

/** Signs positions for clients, and reads them when they come back. They are opaque to clients, but not secret. */
export class Cursors {
  readonly #key: Buffer;

  /** All processes that make and read cursors need the same key. */
  constructor(key: Buffer) {
    this.#key = key;
  }

  /** A cursor that holds until a time, in milliseconds since 1970. */
  seal(scope: CursorScope, position: string, expiresAt: number): string {
    const content = Buffer.from(JSON.stringify([Math.floor(expiresAt / 1_000), position]));
    return Buffer.concat([this.#mac(scope, content), content]).toString('base64url');
  }

  /** The position in a cursor; `now` in milliseconds since 1970. */
  open(scope: CursorScope, cursor: string, now: number): OpenedCursor {
    const bytes = Buffer.from(cursor.slice(0, maxCursorLength + 1), 'base64url');
    // Other characters are skipped when base64 is read: only the text that was sealed is the same.
    if (bytes.length <= macBytes || bytes.toString('base64url') !== cursor) return { kind: 'invalid' };
    const content = bytes.subarray(macBytes);
    if (!timingSafeEqual(bytes.subarray(0, macBytes), this.#mac(scope, content))) return { kind: 'invalid' };
    const [expiresAt, position] = JSON.parse(content.toString()) as [number, string];
    return now >= expiresAt * 1_000 ? { kind: 'expired' } : { kind: 'opened', position };
  }

  #mac({ purpose, account, subject }: CursorScope, content: Buffer): Buffer {
    const scope = JSON.stringify([purpose, account, subject]);
    const mac = createHmac('sha256', this.#key)
      .update(`${Buffer.byteLength(scope)} ${scope}`)
      .update(content);
    return mac.digest().subarray(0, macBytes);
  }
}
