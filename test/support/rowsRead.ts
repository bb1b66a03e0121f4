import type { OperationName } from '../../shared/contract/operations/allOperations.ts';
import type { Database } from '../../workers/database/database.ts';
import { implementations } from '../../workers/operations/implementations.ts';
import { Stores } from '../../workers/stores/stores.ts';
import type { callOf } from './calls.ts';

/**
 * Counts the rows and index entries that a set reads, which is rolled back. The counters of a session are exact. Of two reads the
 * second one counts: the first one reads the key of cursors, too.
 */
export async function rowsReadBySet(
  pool: Database,
  name: OperationName,
  calls: readonly ReturnType<typeof callOf>[],
): Promise<number> {
  const { run, contract } = implementations[name];
  // Lists open a snapshot, which must be this one.
  const isolationLevel = contract.kind === 'reads' ? 'repeatable read' : 'read committed';
  const transaction = await pool.transaction(undefined, { isolationLevel });
  try {
    const stores = new Stores(transaction);
    if (contract.kind === 'reads') await run(calls, stores);
    return await rowsRead(transaction, () => run(calls, stores));
  } finally {
    await transaction.rollback();
  }
}

/** Counts the rows and index entries that the work reads in a transaction, which is rolled back. */
export async function rowsReadIn(
  pool: Database,
  work: (transaction: Database) => Promise<unknown>,
): Promise<number> {
  const transaction = await pool.transaction();
  try {
    return await rowsRead(transaction, () => work(transaction));
  } finally {
    await transaction.rollback();
  }
}

/** Counts what the work reads on the connection of a transaction. */
async function rowsRead(transaction: Database, work: () => Promise<unknown>): Promise<number> {
  const before = await counted(transaction);
  await work();
  return (await counted(transaction)) - before;
}

async function counted(transaction: Database): Promise<number> {
  const [rows] = await transaction.raw("SHOW SESSION STATUS LIKE 'Handler_read%'");
  return (rows as readonly { readonly Value: string }[]).reduce((sum, { Value }) => sum + Number(Value), 0);
}
