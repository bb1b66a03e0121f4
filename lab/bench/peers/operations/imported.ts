import type { Database } from '../../../../workers/database/database.ts';

interface Source {
  readonly external_ident: string;
  readonly external_account_name: string;
}

/** Returns the ident of the record that was imported from the same source; undefined if there is none. */
export async function imported(
  transaction: Database,
  resource: 'article' | 'customer',
  account: number,
  type: string,
  { external_ident, external_account_name }: Source,
): Promise<string | undefined> {
  if (external_ident === '') return undefined;
  const source = { account_id: account, external_ident, external_account_name, [`${resource}_type`]: type };
  const ident = `${resource}_ident`;
  const row = await transaction(`${resource}s`).where(source).select(ident).first();
  return row?.[ident];
}
