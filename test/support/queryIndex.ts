import { QueryIndexProgress } from '../../workers/stores/queryIndexProgress.ts';
import type { TestAccount } from './account.ts';
import { database } from './servers.ts';
import { until } from './until.ts';

/**
 * Writes all changes of an account to the query index, at the same time as the workers do it. These take turns among the
 * accounts of all tests.
 */
export async function indexed({ id }: Pick<TestAccount, 'id'>, within = database()): Promise<void> {
  const progress = new QueryIndexProgress(within);
  await until(async () => {
    await progress.advance(id);
    return isIndexed(id, within);
  });
}

export async function isIndexed(account: number, within = database()): Promise<boolean> {
  const [row] = await within('query_positions')
    .join('change_positions', 'change_positions.account_id', 'query_positions.account_id')
    .where('query_positions.account_id', account);
  return row !== undefined && row.building === '' && Number(row.position) === Number(row.last_position);
}

/** Writes the index of an account again, from its records. */
export async function rebuildIndex(account: TestAccount): Promise<void> {
  await database()('query_positions').where({ account_id: account.id }).delete();
  await indexed(account);
}
