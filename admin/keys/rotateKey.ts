import { setTimeout as delay } from 'node:timers/promises';
import { OperatorError } from '../../shared/runtime/process/explain.ts';
import type { RedisClient } from '../../shared/runtime/redis/client.ts';
import { settings } from '../../shared/runtime/settings/environment.ts';
import { readSettings, requireSettings } from '../../shared/runtime/settings/settings.ts';
import { KeyRing, markedSecret, markOf } from '../../shared/secrets/keyRing.ts';
import { openWebhookSecret, sealWebhookSecret } from '../../shared/secrets/webhookSecrets.ts';
import { keyHolders } from '../../shared/wire/keyHeartbeats.ts';
import type { Database } from '../../workers/database/database.ts';
import { type AppRow, Apps, type StoredSecrets } from '../../workers/stores/apps.ts';
import { SecretKeys } from '../../workers/stores/secretKeys.ts';
import { Stores } from '../../workers/stores/stores.ts';
import type { WebhookRowKey } from '../../workers/stores/webhooks.ts';
import { provenKey, requireRightKeys, storedKey, transactionOn } from './activeKey.ts';
import { fileIn, folderDatabaseUrl, folderKeys, replaceFolderKey } from './dataFolderKeys.ts';

export interface Rotation {
  readonly key_id: string;
  /** Counts the apps whose secrets this run encrypted again. */
  readonly apps: number;
  readonly webhooks: number;
  /** Ids of apps and webhooks with a secret that neither key opens. Such a secret stays unchanged. */
  readonly unopened: readonly string[];
}

/** Apps whose rows are locked together. Few, since `app rotate` waits for them. */
const maxApps = 100;

/** The wait for gateways: the heartbeat of a killed one has expired then, and `up` has sent the new key to its own. */
const maxGatewayWaitMs = 10_000;
const pollMs = 100;

/** Maximum time of a set that begins at the deadline of its calls: longer than a statement may take. */
const maxSetMs = 5_000;

/** Returns the data folder if `up` keeps the key of the database there. Throws an `OperatorError` if a key is set, too. */
export function folderWithKey(): string | undefined {
  const { databaseUrl, dataFolder } = settings();
  if (!folderKeys(dataFolder) || databaseUrl !== folderDatabaseUrl(dataFolder)) return undefined;
  if (readSettings(process.env).secretKey === undefined) return dataFolder;
  throw new OperatorError(
    `COUNTERFOIL_SECRET_KEY is set, but the key of this database is kept in ${fileIn(dataFolder)}: unset it and run the command again; it creates a new key there`,
  );
}

/** Rotates to a new key in a data folder of `up`, or to the key of the environment, which must have the current one too. */
export function rotateEverywhere(
  database: Database,
  redis: RedisClient,
  dataFolder: string | undefined,
): Promise<Rotation> {
  const rotate = async (ring: KeyRing) => {
    await requireRightKeys(database, ring);
    const deadlineMs = await requireGatewaysWith(ring.newest.id, redis);
    return rotateKey(database, ring, Math.max(deadlineMs, settings().callDeadlineMs) + maxSetMs);
  };
  return dataFolder ? replaceFolderKey(database, dataFolder, rotate) : rotate(givenRing());
}

function givenRing(): KeyRing {
  const { secretKey, formerSecretKey } = requireSettings(readSettings(process.env), 'secretKey');
  if (formerSecretKey) return new KeyRing(secretKey, formerSecretKey);
  throw new OperatorError(
    'COUNTERFOIL_FORMER_SECRET_KEY is not set: set it to the current key, and COUNTERFOIL_SECRET_KEY to a new one; see docs/deploying.md',
  );
}

/**
 * Resolves to the longest deadline of calls when every running gateway and worker of webhooks has the key. Throws an
 * `OperatorError` if some do not get it in time.
 */
async function requireGatewaysWith(keyId: string, redis: RedisClient): Promise<number> {
  const end = performance.now() + maxGatewayWaitMs;
  for (;;) {
    const { lacking, deadlineMs } = await keyHolders(redis, keyId);
    if (lacking === 0) return deadlineMs;
    if (performance.now() > end) throw new OperatorError(lackOf(lacking, keyId));
    await delay(pollMs);
  }
}

function lackOf(gateways: number, keyId: string): string {
  const which =
    gateways === 1
      ? 'a gateway or worker of webhooks lacks'
      : `${gateways} gateways or workers of webhooks lack`;
  return `${which} the key with key id ${keyId}: restart all of them with it as COUNTERFOIL_SECRET_KEY and the current one as COUNTERFOIL_FORMER_SECRET_KEY, then rotate`;
}

/**
 * Makes the newest key of the ring the active one and encrypts all secrets again. Each step is a transaction: if the process
 * ends between two of them, the next run continues there. Throws `WrongKey`, and writes nothing, if the ring does not have the
 * keys of the database.
 *
 * Calls that gateways accepted before they had the key may write secrets of webhooks with the former one for `lateMs`. So the
 * former key is dropped only after that time, and after a look that found no such secret.
 */
export async function rotateKey(database: Database, ring: KeyRing, lateMs = 0): Promise<Rotation> {
  const { newest: next } = ring;
  const quietAt = performance.now() + lateMs;
  const isRetiring = await transactionOn(database, (transaction) => activate(transaction, ring));
  if (!isRetiring) return { key_id: next.id, apps: 0, webhooks: 0, unopened: [] };
  const done = await encryptAll(database, ring, quietAt);
  await transactionOn(database, (transaction) => new SecretKeys(transaction).dropRetiring());
  return { key_id: next.id, ...done };
}

/** Encrypts new secrets with the next key from now on. Resolves to whether another key is retiring. */
async function activate(transaction: Database, ring: KeyRing): Promise<boolean> {
  const { newest: next } = ring;
  const store = new SecretKeys(transaction);
  const { active, appIdKey } = await provenKey(transaction, ring);
  if (active.id !== next.id) {
    // A rotation back to the former key: the ring has two keys, so the retiring key is the next one.
    await store.dropRetiring();
    await store.retireActive();
    await store.add(storedKey(next, appIdKey));
  }
  return (await store.locked()).some(({ state }) => state === 'retiring');
}

async function encryptAll(database: Database, ring: KeyRing, quietAt: number) {
  const unopened: string[] = [];
  let apps = 0;
  let after: string | undefined = '';
  while (after !== undefined) {
    const from: string = after;
    const step = await transactionOn(database, (transaction) => encryptSome(transaction, ring, from));
    apps += step.apps;
    unopened.push(...step.unopened);
    after = step.last;
  }
  let webhooks = 0;
  for (;;) {
    const isQuiet = performance.now() > quietAt;
    const found = await encryptWebhooks(database, ring);
    webhooks += found.webhooks;
    if (isQuiet && found.webhooks === 0)
      return { apps, webhooks, unopened: [...unopened, ...found.unopened] };
    await delay(Math.max(0, quietAt - performance.now()));
  }
}

async function encryptWebhooks(database: Database, ring: KeyRing) {
  const { newest: next } = ring;
  const unopened: string[] = [];
  let webhooks = 0;
  for (let after: WebhookRowKey | undefined = { account_id: 0, webhook_ident: '' }; after !== undefined; ) {
    const from: WebhookRowKey = after;
    after = await transactionOn(database, async (transaction) => {
      const store = new Stores(transaction).webhooks;
      const rows = await store.lockedWithout(markOf(next.id), from, maxApps);
      const opened = rows.map((row) => ({
        row,
        secret: openWebhookSecret(ring, row.secret, row.account_id),
      }));
      const changed = opened.flatMap(({ row: { account_id, webhook_ident }, secret }) =>
        secret === undefined
          ? []
          : [{ account_id, webhook_ident, secret: sealWebhookSecret(ring, secret, account_id) }],
      );
      await store.replaceSecrets(changed);
      webhooks += changed.length;
      unopened.push(
        ...opened.filter(({ secret }) => secret === undefined).map(({ row }) => row.webhook_ident),
      );
      return rows.at(-1);
    });
  }
  return { webhooks, unopened };
}

async function encryptSome(transaction: Database, ring: KeyRing, after: string) {
  const store = new Apps(transaction);
  const rows = await store.lockedWithout(markOf(ring.newest.id), after, maxApps);
  const encrypted = rows.map((row) => ({ row, again: encryptedAgain(row, ring) }));
  const changed = encrypted
    .filter(({ row, again }) => again.secret !== row.secret || again.former_secret !== row.former_secret)
    .map(({ again }) => again);
  await store.replaceSecrets(changed);
  const unopened = encrypted.filter(({ again }) => isUnopened(again, ring)).map(({ row }) => row.app_id);
  return { apps: changed.length, unopened, last: rows.at(-1)?.app_id };
}

function encryptedAgain({ app_id, secret, former_secret }: AppRow, ring: KeyRing) {
  const { newest: next } = ring;
  const again = (encrypted: string) => {
    if (encrypted.startsWith(markOf(next.id))) return encrypted;
    const opened = ring.open(encrypted, app_id);
    return opened === undefined ? encrypted : markedSecret(opened, app_id, next);
  };
  return { app_id, secret: again(secret), former_secret: former_secret && again(former_secret) };
}

function isUnopened({ app_id, secret, former_secret }: StoredSecrets, ring: KeyRing): boolean {
  const secrets = [secret, former_secret].filter((encrypted) => encrypted !== null);
  return secrets.some((encrypted) => ring.open(encrypted, app_id) === undefined);
}
