import path from 'node:path';
import { createAccount, createApp, defaultSettings } from '../admin/accounts.ts';
import type { UpSettings } from '../admin/keys/dataFolderKeys.ts';
import { counterfoil } from '../client/nodeClient.ts';
import { localAddress } from '../servers/system/ports.ts';
import { writePrivately } from '../servers/system/writePrivately.ts';
import { articleCreate } from '../shared/contract/operations/article.create.ts';
import { customerCreate } from '../shared/contract/operations/customer.create.ts';
import { exampleExternalIdent } from '../shared/contract/resources/records.ts';
import { printLine } from '../shared/runtime/process/commandOutput.ts';
import { demoFile, readEnvironmentFile } from '../shared/runtime/settings/environment.ts';
import { KeyRing } from '../shared/secrets/keyRing.ts';
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

/** Writes a file that a shell reads with `.`, so that programs that the shell starts have the variables. */
export async function writeDemoFile(
  dataFolder: string,
  variables: Readonly<Record<string, string>>,
): Promise<void> {
  const lines = Object.entries(variables).map(([name, value]) => `export ${name}='${value}'`);
  await writePrivately(path.join(dataFolder, demoFile), lines);
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

const deadlineMs = 10_000;

/**
 * Creates a customer with an address and an article, so that the first calls find records. Prints a failure but does not throw
 * it, since the service works without them.
 */
export async function createDemoRecords({ url, appId, apiSecret }: Demo): Promise<void> {
  const service = counterfoil({ url, appId, apiSecret, deadlineMs });
  const example = { external_ident: exampleExternalIdent };
  try {
    await Promise.all([
      service.customer.create({ ...customerCreate.example, ...example }),
      service.article.create({ ...articleCreate.example, ...example }),
    ]);
  } catch (error) {
    printLine(`The demo account has no example records: ${(error as Error).message}`);
  } finally {
    await service.close();
  }
}
