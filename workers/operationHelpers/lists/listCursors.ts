import type { Cursors, QueryScope } from '../../../shared/contract/keys/cursors.ts';
import type { Call } from '../../../shared/wire/call.ts';
import type { ListFilter } from '../../stores/lists/conditions.ts';
import { beginning, type Page, type Position } from './paging.ts';

export interface ListInput extends ListFilter {
  readonly limit: number;
  readonly cursor?: string;
  readonly sort?: string;
  readonly query?: string;
  /** 1 if the answer has the number of all records. */
  readonly total?: number;
}

const walkMark = '*';

/** Binds cursors to an operation, an account, a filter, a search, a sort and a query. */
export class ListCursors {
  readonly #cursors: Cursors;
  readonly #now: number;

  constructor(cursors: Cursors, now: number) {
    this.#cursors = cursors;
    this.#now = now;
  }

  /** Returns the start position, or why the cursor is refused. */
  open(call: Call<ListInput>): Position | 'cursor_invalid' | 'cursor_expired' {
    const { cursor } = call.input;
    if (cursor === undefined) return beginning;
    const opened = this.#cursors.open(scopeOf(call), cursor, this.#now);
    return typeof opened === 'string' ? opened : positionOf(opened.position);
  }

  /** Returns the cursor for the next page, or null at the end. */
  seal(call: Call<ListInput>, next: Page['next']): string | null {
    if (!next) return null;
    return this.#cursors.seal(scopeOf(call), textOf(next), this.#now);
  }
}

/** Idents contain no blanks. The value of the sort's column follows only if it is not the ident. */
function textOf({ isWalk, after: { ident, key } }: NonNullable<Page['next']>): string {
  return `${isWalk ? walkMark : ''}${ident}${key === ident ? '' : ` ${key}`}`;
}

function positionOf(text: string): Position {
  const isWalk = text.startsWith(walkMark);
  const place = isWalk ? text.slice(walkMark.length) : text;
  const end = place.indexOf(' ');
  const [ident, key] = end === -1 ? [place, place] : [place.slice(0, end), place.slice(end + 1)];
  return { isWalk, after: { ident, key } };
}

/** Leaves out the limit, which may differ from page to page, and the total, which most pages do without. */
export function scopeOf({ account, method, input }: Call<ListInput>): QueryScope {
  const { filter = {}, search = null, sort = null, query = null } = input;
  const sorted = Object.entries(filter).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return { purpose: method, account, subject: JSON.stringify([sorted, search, sort, query]) };
}
