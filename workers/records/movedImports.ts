import { refused } from '../sets/outcome.ts';
import type { RecordStore } from '../stores/records.ts';
import { type Source, sourceKey } from '../stores/sources.ts';
import type { Rule, Update } from './updateRule.ts';

/** Refuses to move an imported record to a source type in which another record has its external ident. */
export async function movedImports(
  updates: readonly Update<unknown>[],
  store: RecordStore,
): Promise<Rule<unknown, 'external_ident_exists'>> {
  const moving = updates.filter((update) => isMoving(update, store));
  const known = new Map(await store.imported(moving.map((update) => newSource(update, store))));
  return {
    refusalOf: (update) => {
      const holder = isMoving(update, store) ? known.get(sourceKey(newSource(update, store))) : undefined;
      return holder === undefined
        ? undefined
        : refused('external_ident_exists', { [store.names.ident]: holder });
    },
    accept: (update) => {
      if (isMoving(update, store))
        known.set(sourceKey(newSource(update, store)), update.before[store.names.ident] as string);
    },
  };
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
