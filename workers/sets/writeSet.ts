import type { Call } from '../../shared/wire/call.ts';
import type { Reply } from '../../shared/wire/envelope.ts';
import type { Database } from '../database/database.ts';
import { Stores, type StoresOptions } from '../stores/index.ts';
import type { Implementation } from './implementation.ts';
import { repliesOf } from './outcome.ts';

interface Written {
  readonly replies: ReadonlyMap<Call, Reply>;
  readonly changed: readonly number[];
}

/**
 * Runs a writing set in one transaction: its effect, then the inbox, which ends the transaction if one of the calls has run
 * before, then the list of changes, whose locks come last.
 */
export function writeSet(
  calls: readonly Call[],
  { contract, run }: Implementation,
  database: Database,
  options: StoresOptions,
): Promise<Written> {
  return database.transaction(async (transaction) => {
    const stores = new Stores(transaction, options);
    const outcomeOf = await run(calls, stores);
    const { replies } = repliesOf(contract, calls, outcomeOf);
    await stores.inbox.record(replies);
    return { replies, changed: await stores.changeLog.record() };
  });
}
