import { accountOf, createAccount, createApp, defaultSettings } from '../../admin/accounts.ts';
import type { Database } from '../../workers/database/database.ts';
import type { Signer } from '../support/rawRequest.ts';

/** Gateways, and the database that shows what they did. */
export interface Target {
  readonly database: Database;
  /** Of the gateways. */
  readonly ports: readonly number[];
  /** That of the gateways. */
  readonly secretKey: Buffer;
}

/** An app of an account of its own. */
export interface Victim extends Signer {
  readonly account: number;
}

export async function newVictim({ database, secretKey }: Target, name: string): Promise<Victim> {
  const ident = await createAccount(database, { name, ...defaultSettings });
  const { app_id, api_secret } = await createApp(database, ident, secretKey);
  const { id } = await accountOf(database, ident);
  return { account: id, appId: app_id, apiSecret: api_secret };
}

/** Runs the work for each number below the count, some at once. */
export async function inTurn(
  count: number,
  atOnce: number,
  work: (at: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const run = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, run));
}
