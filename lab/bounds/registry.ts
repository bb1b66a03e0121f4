import type { Database } from '../../workers/database/database.ts';
import { ChangePurge } from '../../workers/stores/changePurge.ts';
import { HistoryPurge } from '../../workers/stores/historyPurge.ts';
import { Locks } from '../../workers/stores/locks.ts';
import { queriedTables } from '../../workers/stores/queriedTables.ts';
import { QueryIndex } from '../../workers/stores/queryIndex.ts';
import { QueryIndexProgress } from '../../workers/stores/queryIndexProgress.ts';
import { StoredAnswers } from '../../workers/stores/storedAnswers.ts';
import { Stores } from '../../workers/stores/stores.ts';
import { TableSizes } from '../../workers/stores/tableSizes.ts';
import { WebhookDeliveries } from '../../workers/stores/webhookDeliveries.ts';
import { giant } from './giant.ts';
import type { Bounds, Measurement, Named } from './measurement.ts';
import { operationBounds } from './operations.ts';
import { connections } from './statements/connections.ts';
import { erasures } from './statements/erasing.ts';
import { hits, lists, locks, scans } from './statements/lookups.ts';
import { accounts, apps, cursorKeys, numbers, secretKeys } from './statements/ofAccounts.ts';
import { webhookDeliveries, webhooks } from './statements/ofWebhooks.ts';
import { queryIndex, queryIndexProgress, wordSearch } from './statements/queryIndex.ts';
import { articles, customers } from './statements/records.ts';
import * as writing from './statements/writing.ts';

/** Every store of an operation: the compiler misses one that is new, and a method that is new. */
const { addresses, changeReader, changeWriter, historyReader, historyWriter, claims, inbox, orders } =
  writing;
const ofOperations = {
  accounts,
  addresses,
  apps,
  articles,
  erasures,
  changeReader,
  changeWriter,
  historyReader,
  historyWriter,
  claims,
  cursorKeys,
  customers,
  inbox,
  numbers,
  orders,
  secretKeys,
  webhooks,
} satisfies {
  readonly [Name in Exclude<keyof Stores, 'clock' | 'inSnapshot' | 'recordHistory'>]: Bounds<Stores[Name]>;
};

/** Measurements by method. */
type Measured<Store> = Readonly<Record<string, readonly Measurement<Store>[]>>;

function named<Store>(
  store: string,
  bounds: Measured<Store>,
  on: (database: Database) => Store,
): readonly Named[] {
  return Object.entries(bounds).flatMap(([method, measurements]) =>
    measurements.map((measurement) => ({
      ...measurement,
      name: `${store}.${method}: ${measurement.of}`,
      run: (database: Database) => measurement.run(on(database), database),
    })),
  );
}

/** Every statement of the workers, by the method that sends it, and every operation. */
export const registry: readonly Named[] = [
  ...Object.entries<Measured<never>>(ofOperations).flatMap(([name, bounds]) =>
    named(name, bounds, (database) => new Stores(database)[name as keyof Stores] as never),
  ),
  ...named('lists', lists, (database) => new Stores(database).articles.lists),
  ...named('hits', hits, (database) => new Stores(database).articles.hits),
  ...named('wordSearch', wordSearch, (database) => new Stores(database).customers.wordSearch),
  ...named('queryIndex', queryIndex, (database) => new QueryIndex(database, giant, queriedTables.customer)),
  ...named('queryIndexProgress', queryIndexProgress, (database) => new QueryIndexProgress(database)),
  ...named('scans', scans, () => ({}) as never),
  ...named('locks', locks, (database) => new Locks(database)),
  ...named('storedAnswers', writing.storedAnswers, (database) => new StoredAnswers(database)),
  ...named('historyPurge', writing.historyPurge, (database) => new HistoryPurge(database)),
  ...named('changePurge', writing.changePurge, (database) => new ChangePurge(database)),
  ...named('webhookDeliveries', webhookDeliveries, (database) => new WebhookDeliveries(database)),
  ...named('tableSizes', writing.tableSizes, (database) => new TableSizes(database)),
  ...named('connections', connections, () => ({}) as never),
  ...operationBounds,
];
