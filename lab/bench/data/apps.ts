import { accountOf, createAccount, createApp, defaultSettings } from '../../../admin/accounts.ts';
import type { Database } from '../../../workers/database/database.ts';

export interface LoadApp {
  /** `accounts.id`, not the ident. */
  readonly account: number;
  readonly appId: string;
  readonly apiSecret: string;
}

export async function makeApps(
  database: Database,
  count: number,
  secretKey: Buffer,
): Promise<readonly LoadApp[]> {
  const apps: LoadApp[] = [];
  for (let index = 0; index < count; index += 1) {
    const ident = await createAccount(database, { ...defaultSettings, name: `Load ${index}` });
    const { id: account } = await accountOf(database, ident);
    const { app_id: appId, api_secret: apiSecret } = await createApp(database, ident, secretKey);
    apps.push({ account, appId, apiSecret });
  }
  return apps;
}
