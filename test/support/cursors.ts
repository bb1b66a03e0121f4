import type { Body } from '../../shared/contract/input/reader.ts';
import type { Call } from '../../shared/wire/call.ts';
import { historyScope } from '../../workers/operationHelpers/historyReads.ts';
import { type ListInput, scopeOf } from '../../workers/operationHelpers/lists/listCursors.ts';
import { CursorKeys } from '../../workers/stores/cursorKeys.ts';
import type { TestAccount } from './account.ts';
import { callOf } from './calls.ts';
import { database } from './servers.ts';

const hourMs = 3_600_000;

interface Wanted {
  /** Age in hours. */
  readonly age: number;
  readonly request?: Body;
  readonly after?: string;
}

/** A cursor of a list as the service makes it, so many hours ago. */
export async function cursorOf(
  { id }: TestAccount,
  method: string,
  { age, request = {}, after = '' }: Wanted,
): Promise<string> {
  const cursors = await new CursorKeys(database()).cursors();
  const call = callOf(method as 'customer.list', id, request) as Call as Call<ListInput>;
  const scope = method.endsWith('.history') ? historyScope(call) : scopeOf(call);
  return cursors.seal(scope, after, Date.now() - age * hourMs);
}
