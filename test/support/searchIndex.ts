import { SearchProgress } from '../../workers/stores/searchProgress.ts';
import type { TestAccount } from './account.ts';
import { database } from './servers.ts';
import { until } from './until.ts';

/**
 * Writes all changes of an account to the index of queries, at the same time as the workers do it. These take turns among the
 * accounts of all tests.
 */
export async function indexed({ id }: TestAccount): Promise<void> {
  const progress = new SearchProgress(database());
  await until(async () => {
    await progress.advance(id);
    return isIndexed(id);
  });
}

export async function isIndexed(account: number): Promise<boolean> {
  const [row] = await database()('search_positions')
    .join('change_positions', 'change_positions.account_id', 'search_positions.account_id')
    .where('search_positions.account_id', account);
  return row !== undefined && row.building === '' && Number(row.position) === Number(row.last_position);
}

/** Writes the index of an account again, from its records. */
export async function rebuildIndex(account: TestAccount): Promise<void> {
  await database()('search_positions').where({ account_id: account.id }).delete();
  await indexed(account);
}
