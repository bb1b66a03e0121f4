import type { Knex } from 'knex';
import { groupBy } from '../../shared/contract/values/groupBy.ts';

/** The source of an imported record. It is unique in its account unless `external_ident` is empty. */
export interface Source {
  readonly account: number;
  readonly type: string;
  readonly accountName: string;
  readonly externalIdent: string;
}

/** Matches all columns of the index: many records may have the same external ident with other types. */
export function whereSources(sources: readonly Source[], type: string): Knex.QueryCallback {
  const kinds = groupBy(sources, ({ account, type, accountName }) =>
    JSON.stringify([account, type, accountName]),
  );
  return (query) => {
    for (const its of kinds.values()) {
      const { account, type: itsType, accountName } = its[0] as Source;
      const idents = [...new Set(its.map(({ externalIdent }) => externalIdent))];
      query.orWhere((all) =>
        all
          .where({ account_id: account, [type]: itsType, external_account_name: accountName })
          .whereIn('external_ident', idents),
      );
    }
  };
}

export function sourceKey({ account, type, accountName, externalIdent }: Source): string {
  return JSON.stringify([account, type, accountName, externalIdent]);
}
