import type { TestAccount } from './account.ts';
import { database } from './servers.ts';
import { until } from './until.ts';

/** Waits until the workers have written all changes of an account to the index of queries. */
export async function indexed({ id }: TestAccount): Promise<void> {
  await until(async () => {
    const [row] = await database()('search_positions')
      .join('change_positions', 'change_positions.account_id', 'search_positions.account_id')
      .where('search_positions.account_id', id);
    return row && row.building === '' && Number(row.position) === Number(row.last_position);
  });
}

/** Lets the workers write the index of an account again, from its records. */
export async function rebuildIndex(account: TestAccount): Promise<void> {
  await database()('search_positions').where({ account_id: account.id }).delete();
  await indexed(account);
}
