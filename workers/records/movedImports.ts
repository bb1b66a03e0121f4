import type { Call } from '../../shared/call.ts';
import { type Outcome, refused } from '../outcome.ts';
import { type RecordStore, type Source, sourceKey } from '../stores/records.ts';
import type { Update } from './updating.ts';

/** The updates that would move an imported record to a source type where its external ident is another record's. */
export async function movedImports<Input>(
  updates: readonly Update<Input>[],
  store: RecordStore,
): Promise<ReadonlyMap<Call<Input>, Outcome<never, 'external_ident_exists'>>> {
  const moving = updates.filter((update) => isMoving(update, store));
  const existing = new Map(await store.imported(moving.map((update) => newSource(update, store))));
  const refusals = new Map<Call<Input>, Outcome<never, 'external_ident_exists'>>();
  for (const update of moving) {
    const key = sourceKey(newSource(update, store));
    const holder = existing.get(key);
    if (holder) refusals.set(update.call, refused('external_ident_exists', { [store.names.ident]: holder }));
    else existing.set(key, update.before[store.names.ident] as string);
  }
  return refusals;
}

function isMoving({ before, changes }: Update<unknown>, { names: { type } }: RecordStore): boolean {
  return before.external_ident !== null && Object.hasOwn(changes, type) && changes[type] !== before[type];
}

function newSource({ call, before, changes }: Update<unknown>, { names: { type } }: RecordStore): Source {
  return {
    account: call.account,
    type: changes[type] as string,
    accountName: before.external_account_name as string,
    externalIdent: before.external_ident as string,
  };
}
