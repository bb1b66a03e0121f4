import { keyIdOf } from '../shared/contract/keys/signatureV2.ts';
import { historyDays } from '../shared/contract/values/contractLimits.ts';
import { newIdent } from '../shared/contract/values/idents.ts';
import { OperatorError } from '../shared/runtime/process/explain.ts';
import { KeyRing } from '../shared/secrets/keyRing.ts';
import { newSecret } from '../shared/secrets/secrets.ts';
import type { Database } from '../workers/database/database.ts';
import { type Account, type AccountSettings, Accounts } from '../workers/stores/accounts.ts';
import { type AppRow, type AppSettings, Apps } from '../workers/stores/apps.ts';
import { nowUtc } from '../workers/stores/time.ts';
import { withActiveKey } from './keys/activeKey.ts';

export const defaultSettings = {
  term_of_credit: 14,
  number_start: 10_001,
  time_zone: 'Europe/Berlin',
  currency: 'EUR',
  history_days: historyDays,
  requests_per_second: null,
  is_sandbox: 0 as const,
};

/** Credentials of an app. The secret can be shown only now, since it is stored encrypted. */
export interface NewCredentials {
  readonly app_id: string;
  readonly api_secret: string;
  /** Names the secret in a v2 signature. */
  readonly key_id: string;
}

/** Returns the ident of the new account. */
export async function createAccount(database: Database, settings: AccountSettings): Promise<string> {
  const account_ident = newIdent('acc');
  await database.transaction(async (transaction) => {
    await new Accounts(transaction).create({ ...settings, account_ident, date_created: nowUtc(Date) });
  });
  return account_ident;
}

/** Throws an `OperatorError` if the account does not exist. */
export async function accountOf(database: Database, accountIdent: string): Promise<Account> {
  const account = await new Accounts(database).find(accountIdent);
  if (!account)
    throw new OperatorError(
      `unknown account ${accountIdent}: \`counterfoil account list\` lists all accounts`,
    );
  return account;
}

/**
 * Makes an app of an account. Its secret is stored encrypted and can't be shown again. Throws `WrongKey`, and stores nothing,
 * if the key of the database is not among the given ones.
 */
export async function createApp(
  database: Database,
  accountIdent: string,
  ...secretKeys: ConstructorParameters<typeof KeyRing>
): Promise<NewCredentials> {
  const { id } = await accountOf(database, accountIdent);
  const api_secret = newSecret();
  const ring = new KeyRing(...secretKeys);
  const app_id = await withActiveKey(database, ring, async ({ appIds, encrypt }, transaction) => {
    const appId = appIds.make();
    await new Apps(transaction).create(appId, id, encrypt(api_secret, appId));
    return appId;
  });
  return { app_id, api_secret, key_id: keyIdOf(api_secret) };
}

/**
 * Gives an app a new secret. The previous one stays valid until `dropFormerSecret`. With `replacesNew`, the new secret of the
 * last rotation is replaced, for example because it was lost, and the former one stays valid. Throws an `OperatorError`, and
 * changes nothing, where this would end a secret that the client may use, and `WrongKey` as `createApp` does.
 */
export async function rotateApp(
  database: Database,
  appId: string,
  replacesNew: boolean,
  ...secretKeys: ConstructorParameters<typeof KeyRing>
): Promise<NewCredentials> {
  await activeApp(database, appId);
  const api_secret = newSecret();
  await withActiveKey(database, new KeyRing(...secretKeys), async ({ encrypt }, transaction) => {
    const apps = new Apps(transaction);
    const encrypted = encrypt(api_secret, appId);
    const hasRotated = await (replacesNew
      ? apps.replaceNew(appId, encrypted)
      : apps.rotate(appId, encrypted));
    if (!hasRotated) throw new OperatorError(replacesNew ? hasOneSecret(appId) : hasTwoSecrets(appId));
  });
  return { app_id: appId, api_secret, key_id: keyIdOf(api_secret) };
}

function hasTwoSecrets(appId: string): string {
  return `${appId} still has a former secret: if its client has the new one, run \`counterfoil app drop-former ${appId}\` first; if the new one was lost, run \`counterfoil app rotate ${appId} --replace-new\``;
}

function hasOneSecret(appId: string): string {
  return `${appId} has one secret, which its client may use: run \`counterfoil app rotate ${appId}\`, which keeps it valid`;
}

/** Ends the former secret: gateways reject it within 10 seconds. Resolves to false if there is none. */
export async function dropFormerSecret(database: Database, appId: string): Promise<boolean> {
  await activeApp(database, appId);
  return new Apps(database).dropFormer(appId);
}

/** Changes at least one setting. Gateways apply it within 10 seconds. */
export async function setApp(database: Database, appId: string, appSettings: AppSettings): Promise<void> {
  await activeApp(database, appId);
  await new Apps(database).set(appId, appSettings);
}

/** Gateways apply it within 10 seconds. */
export async function revokeApp(database: Database, appId: string): Promise<void> {
  await activeApp(database, appId);
  await new Apps(database).revoke(appId);
}

/** Gateways apply it within 10 seconds. */
export async function setAppDisabled(database: Database, appId: string, disabled: boolean): Promise<void> {
  await activeApp(database, appId);
  await new Apps(database).setDisabled(appId, disabled);
}

/** Disables or enables all apps of the account too. Gateways apply it within 10 seconds. */
export async function setAccountDisabled(
  database: Database,
  accountIdent: string,
  disabled: boolean,
): Promise<void> {
  const { id } = await accountOf(database, accountIdent);
  await new Accounts(database).setDisabled(id, disabled);
}

async function activeApp(database: Database, appId: string): Promise<AppRow> {
  const app = await new Apps(database).find(appId);
  if (!app)
    throw new OperatorError(
      `unknown app ${appId}: \`counterfoil app list ACCOUNT_IDENT\` lists the apps of an account`,
    );
  if (app.date_revoked)
    throw new OperatorError(
      `${appId} was revoked at ${app.date_revoked} UTC: create a new app with \`counterfoil app create\``,
    );
  return app;
}
