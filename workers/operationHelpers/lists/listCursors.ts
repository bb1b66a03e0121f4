import type { Cursors, QueryScope } from '../../../shared/contract/keys/cursors.ts';
import { cursorHours } from '../../../shared/contract/values/contractLimits.ts';
import type { Call } from '../../../shared/wire/call.ts';
import type { ListFilter } from '../../stores/lists/conditions.ts';
import { beginning, type Position } from './paging.ts';

export interface ListInput extends ListFilter {
  readonly limit: number;
  readonly cursor?: string;
}

const walkMark = '*';

/** Binds cursors to an operation, an account, a filter and a search. */
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
    if (opened.kind !== 'opened') return `cursor_${opened.kind}`;
    const isWalk = opened.position.startsWith(walkMark);
    return { isWalk, after: isWalk ? opened.position.slice(walkMark.length) : opened.position };
  }

  /** Returns the cursor for the next page, or null at the end. */
  seal(call: Call<ListInput>, next: Position | undefined): string | null {
    if (!next) return null;
    const position = `${next.isWalk ? walkMark : ''}${next.after}`;
    return this.#cursors.seal(scopeOf(call), position, this.#now + cursorHours * 3_600_000);
  }
}

/** Leaves out the limit, which may differ from page to page. */
export function scopeOf({ account, method, input: { filter = {}, search } }: Call<ListInput>): QueryScope {
  const sorted = Object.entries(filter).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return { purpose: method, account, subject: JSON.stringify([sorted, search ?? null]) };
}
