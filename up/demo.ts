import path from 'node:path';
import { createAccount, createApp, defaultSettings } from '../admin/accounts.ts';
import { type UpSettings, writeDemoFile } from '../servers/data/dataFolder.ts';
import { localAddress } from '../servers/system/addresses.ts';
import { KeyRing } from '../shared/contract/keys/keyRing.ts';
import { demoFile, readEnvironmentFile } from '../shared/runtime/settings/environment.ts';
import type { Database } from '../workers/database/database.ts';
import { Apps } from '../workers/stores/apps.ts';

export interface Demo {
  readonly url: string;
  readonly appId: string;
  readonly apiSecret: string;
  readonly isNew: boolean;
}

/** Uses the app of the last start if the database still has it. Otherwise creates an account and an app. */
export async function demoApp(database: Database, settings: UpSettings): Promise<Demo> {
  const { dataFolder, host, port } = settings;
  const kept = await keptApp(database, settings);
  const { app_id: appId, api_secret: apiSecret } = kept ?? (await newApp(database, settings));
  const url = `http://${localAddress(host, port)}`;
  await writeDemoFile(dataFolder, {
    COUNTERFOIL_URL: url,
    COUNTERFOIL_APP_ID: appId,
    COUNTERFOIL_API_SECRET: apiSecret,
  });
  return { url, appId, apiSecret, isNew: !kept };
}

async function keptApp(database: Database, { dataFolder, secretKey, formerSecretKey }: UpSettings) {
  const kept = readEnvironmentFile(path.join(dataFolder, demoFile));
  const { COUNTERFOIL_APP_ID: app_id, COUNTERFOIL_API_SECRET: api_secret } = kept;
  if (!app_id || !api_secret) return undefined;
  const app = await new Apps(database).find(app_id);
  // A gateway can check the app's signatures only if its key opens the app's secret.
  const isUsable = app && app.date_revoked === null;
  const isOpened = isUsable && new KeyRing(secretKey, formerSecretKey).open(app.secret, app_id) !== undefined;
  return isOpened ? { app_id, api_secret } : undefined;
}

async function newApp(database: Database, { secretKey, formerSecretKey }: UpSettings) {
  const accountIdent = await createAccount(database, { ...defaultSettings, name: 'Demo' });
  return createApp(database, accountIdent, secretKey, formerSecretKey);
}
