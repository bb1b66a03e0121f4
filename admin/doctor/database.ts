import { setTimeout as delay } from 'node:timers/promises';
import { migrationStatus, requireMigrated } from '../../migrations/migrations.ts';
import { isAtLeast, oldestDatabases } from '../../servers/programs/program.ts';
import { explain } from '../../shared/runtime/process/explain.ts';
import { hostAndPort, isLoopback, serverAddress } from '../../shared/runtime/settings/serverAddress.ts';
import type { KeyRing } from '../../shared/secrets/keyRing.ts';
import { judgeKeys } from '../../shared/secrets/storedKeys.ts';
import { type Database, openDatabase } from '../../workers/database/database.ts';
import { requireGrants } from '../../workers/database/grants.ts';
import { productOf } from '../../workers/database/session.ts';
import { SecretKeys } from '../../workers/stores/secretKeys.ts';
import { type Finding, fatal, ok, skipped, warn, withoutTls } from '../findings.ts';
import { checkClock } from './clock.ts';
import { checkSuperfluousRights } from './superfluousRights.ts';

/**
 * Checks the database, the rights of its user, and whether the key is the one that encrypted the secrets of its apps. The
 * database of `up` has one user for everything, so its superfluous rights are not checked.
 */
export async function checkDatabase(
  url: string | undefined,
  keys: KeyRing | undefined,
  isOfUp: boolean,
): Promise<readonly Finding[]> {
  if (!url) return [skipped('database', 'DATABASE_URL is not set; gateways need none')];
  const database = openDatabase(url, 1);
  try {
    const version = await versionOf(database);
    const migrations = await migrationsFinding(database);
    return [
      versionFinding(version, hostAndPort(serverAddress(url).host, serverAddress(url).port)),
      await tlsFinding(database, url),
      await roundTripFinding(database, serverAddress(url).host),
      ...(await clusterFindings(database)),
      isOfUp
        ? skipped('superfluous rights', '`up` has one user for everything')
        : await checkSuperfluousRights(database),
      migrations,
      ...(migrations.state === 'ok'
        ? await tablesFindings(database, keys)
        : ['grants', 'key'].map((name) => skipped(name, 'run the migrations first'))),
      await checkClock('database clock', async () => {
        const [[row]] = await database.raw('SELECT UNIX_TIMESTAMP(SYSDATE(3)) AS now');
        return Number(row.now) * 1_000;
      }),
    ];
  } catch (error) {
    return [fatal('database', explain(error))];
  } finally {
    await database.destroy();
  }
}

async function tablesFindings(database: Database, keys: KeyRing | undefined): Promise<readonly Finding[]> {
  return [
    await attempt('grants', 'workers have the rights that they need', () => requireGrants(database)),
    await checkKey(database, keys),
  ];
}

async function versionOf(database: Database): Promise<string> {
  const [[row]] = await database.raw('SELECT VERSION() AS version');
  return row.version;
}

function versionFinding(version: string, place: string): Finding {
  const product = productOf(version);
  const message = `${product} ${version.split('-')[0]} at ${place}`;
  if (isAtLeast(version, oldestDatabases[product])) return ok('database', message);
  const usable = Object.entries(oldestDatabases).map(([name, oldest]) => `${name} ${oldest.join('.')}`);
  return fatal('database', message, `use ${usable.join(' or ')}, or newer`);
}

async function tlsFinding(database: Database, url: string): Promise<Finding> {
  const [rows] = await database.raw(`SHOW STATUS LIKE 'Ssl_version'`);
  const version = rows[0]?.Value;
  if (version) return ok('database TLS', version);
  const isLocal = isLoopback(serverAddress(url).host);
  return withoutTls('database TLS', isLocal, 'set DATABASE_CA_FILE, see docs/deploying.md');
}

/** A set takes at least three round trips, one after the other. */
const slowTripMs = 5;
const trips = 9;

async function roundTripFinding(database: Database, host: string): Promise<Finding> {
  const times: number[] = [];
  while (times.length < trips) {
    const startedAt = performance.now();
    await database.raw('SELECT 1');
    times.push(performance.now() - startedAt);
  }
  // A busy machine delays the other round trips.
  const shortest = Math.min(...times);
  const message = `${shortest.toFixed(1)} ms: no statement takes less`;
  if (shortest < slowTripMs) return ok('database round trip', message);
  const remedy = isLoopback(host)
    ? 'if a proxy or tunnel leads to the server, run the workers closer to it; if this machine is busy, check again'
    : 'run the workers closer to the database';
  return warn('database round trip', message, remedy);
}

async function migrationsFinding(database: Database): Promise<Finding> {
  const { done } = await migrationStatus(database);
  return attempt('migrations', `${done.length} done, none pending`, () => requireMigrated(database));
}

async function attempt(check: string, success: string, work: () => Promise<void>): Promise<Finding> {
  try {
    await work();
    return ok(check, success);
  } catch (error) {
    return fatal(check, explain(error));
  }
}

async function checkKey(database: Database, keys: KeyRing | undefined): Promise<Finding> {
  if (!keys) return skipped('key', 'COUNTERFOIL_SECRET_KEY is not set; workers need none');
  try {
    const verdict = judgeKeys(keys, await new SecretKeys(database).list());
    if (verdict.kind === 'wrong') return fatal('key', verdict.error.message);
    if (verdict.kind === 'proven') return ok('key', `matches the database, key id ${verdict.active.id}`);
    return ok('key', `key id ${keys.ids.join(', ')}; the database has no app yet to check it with`);
  } catch (error) {
    return fatal('key', explain(error));
  }
}

const watchedMs = 1_000;

/** The cluster sends a few messages itself, such as when a node joins. Each write set is one message, too. */
const maxMessages = 3;

const variables = ['wsrep_cluster_size', 'wsrep_local_state_comment', 'wsrep_received'];

/** Checks that this Galera node takes writes and that no other node does. Other servers have no findings. */
export async function clusterFindings(database: Database): Promise<readonly Finding[]> {
  const before = await statusOf(database);
  const state = before.get('wsrep_local_state_comment');
  const size = Number(before.get('wsrep_cluster_size') ?? 0);
  if (size === 0) return [];
  const message = `a node of ${size}, ${state}`;
  if (state !== 'Synced')
    return [found(message, 'let the proxy lead to a node whose wsrep_local_state_comment is Synced')];
  if (size < 3)
    return [found(message, 'add nodes until there are three: then two keep a majority when one fails')];

  await delay(watchedMs);
  const after = await statusOf(database);
  const received = Number(after.get('wsrep_received')) - Number(before.get('wsrep_received'));
  if (received <= maxMessages) return [ok('database cluster', `${message}, the only one that takes writes`)];
  const remedy = 'let all programs write to one node, see docs/scaling.md#a-database-cluster';
  return [found(`${message}; ${received} messages of other nodes in a second, so they take writes`, remedy)];
}

function found(message: string, remedy: string): Finding {
  return warn('database cluster', message, remedy);
}

async function statusOf(database: Database): Promise<ReadonlyMap<string, string>> {
  const names = variables.map(() => '?').join(', ');
  const [rows] = await database.raw(`SHOW GLOBAL STATUS WHERE Variable_name IN (${names})`, variables);
  return new Map(rows.map((row: { Variable_name: string; Value: string }) => [row.Variable_name, row.Value]));
}
