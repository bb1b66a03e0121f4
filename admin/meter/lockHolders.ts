import type { Blocker, DatabaseReading, LockWait } from '../../observe/status/databaseReading.ts';
import { maxBy } from '../../shared/contract/values/arithmetic.ts';

export interface Connection {
  readonly id: number;
  readonly user: string;
  readonly host: string;
  readonly name: string | null;
  readonly command: string;
  readonly seconds: number;
  readonly state: string | null;
  readonly statement: string | null;
}

/** A connection that waits for a row, and the one that holds it. */
export interface RowWait {
  readonly seconds: number | null;
  readonly statement: string | null;
  readonly blocker: number;
  readonly blockerSeconds: number;
}

const tableWait = /^Waiting for (table|schema|backup|global)/;

export function waitsForTable({ state }: Connection): boolean {
  return tableWait.test(state ?? '');
}

/** The sample in which statements had waited longest: between two tries, none waits. */
export function mostWaiting(seen: readonly (readonly Connection[])[]): readonly Connection[] {
  const longest = (connections: readonly Connection[]) =>
    Math.max(-1, ...connections.filter(waitsForTable).map(({ seconds }) => seconds));
  return maxBy(seen, longest) ?? [];
}

export function locksOf(
  connections: readonly Connection[],
  rowWaits: readonly RowWait[],
  own: string,
): Pick<DatabaseReading, 'waits' | 'blockers'> {
  const forTable = connections.filter(waitsForTable);
  const tableWaits = forTable.map(
    ({ seconds, statement }): LockWait => ({ kind: 'table', seconds, statement: statement ?? '' }),
  );
  const waits = rowWaits.map(
    ({ seconds, statement }): LockWait => ({
      kind: 'row',
      seconds: seconds ?? 0,
      statement: statement ?? '',
    }),
  );
  if (tableWaits.length > 0)
    return { waits: byLength(tableWaits), blockers: tableHolders(connections, forTable, own) };
  const byId = new Map(connections.map((one) => [one.id, one]));
  const ages = new Map(rowWaits.map(({ blocker, blockerSeconds }) => [blocker, blockerSeconds]));
  const blockers = [...ages].flatMap(([id, seconds]) => {
    const holder = byId.get(id);
    return holder ? [{ ...shownBlocker(holder), seconds, isCertain: true }] : [];
  });
  return { waits: byLength(waits), blockers: blockers.toSorted((one, other) => other.seconds - one.seconds) };
}

function byLength(waits: readonly LockWait[]): readonly LockWait[] {
  return waits.toSorted((one, other) => other.seconds - one.seconds);
}

/**
 * The server does not say who holds a table: connections of other users that wait for nothing. Those that did something last
 * come first, since waits begin soon after the lock.
 */
function tableHolders(
  connections: readonly Connection[],
  waiting: readonly Connection[],
  own: string,
): readonly Blocker[] {
  const others = connections.filter((one) => !waiting.includes(one) && one.user !== own);
  const longest = Math.max(...waiting.map(({ seconds }) => seconds));
  const since = others.filter(({ seconds }) => seconds >= longest - 1);
  return (since.length > 0 ? since : others)
    .map((one) => ({ ...shownBlocker(one), isCertain: false }))
    .toSorted((one, other) => one.seconds - other.seconds)
    .slice(0, maxHolders);
}

const maxHolders = 3;

export function shownBlocker({
  id,
  user,
  host,
  seconds,
  command,
  statement,
}: Connection): Omit<Blocker, 'isCertain'> {
  return { id, user, host, seconds, statement: command === 'Sleep' ? undefined : (statement ?? command) };
}
