import { newIdent } from '../../shared/contract/values/idents.ts';
import { AppIds, appIdKeyOf } from '../../shared/secrets/appIds.ts';
import { markedSecret, secretKeyOf } from '../../shared/secrets/keyRing.ts';
import { newSecret } from '../../shared/secrets/secrets.ts';
import { residentBytesOf } from '../../test/support/processResources.ts';
import { signedRequest } from '../../test/support/rawRequest.ts';
import type { Role } from '../../test/support/role.ts';
import type { Database } from '../../workers/database/database.ts';
import { nowUtc } from '../../workers/stores/time.ts';
import { faultSecretKey } from '../faults/faultCluster.ts';
import { type LoadResult, sendLoad } from '../faults/openLoop.ts';
import { ProxiedCluster } from '../faults/proxiedCluster.ts';
import type { Attack, Ground } from './attack.ts';

/** Number of apps, more than the 10,000 that a gateway keeps. */
const count = 12_000;
const insertedTogether = 500;
const mebibyte = 1_048_576;

/** Maximum growth of a gateway's memory. */
const maxGrowthMebibytes = 200;

/** Seconds of each stretch of load. */
const seconds = 10;
const invented = 50_000;
/** Number of connections, large because refusals are delayed. */
const floodConnections = 1_000;

interface Credentials {
  readonly app_id: string;
  readonly api_secret: string;
}

const name = '12,000 apps, and invented app ids';

async function attackWithApps({ databaseEngine }: Ground): Promise<string> {
  const cluster = await ProxiedCluster.start({ databaseEngine });
  try {
    const apps = await createApps(cluster.database);
    const port = cluster.ports[0] as number;
    const gateway = cluster.gateways[0] as Role;
    const requests = apps.map((app) => signedRequest(port, app, 'article.list', {}));
    const few = await load(port, requests.slice(0, 100));
    const before = residentBytesOf(gateway.pid);
    const all = await loadAll(port, requests);
    const unknown = Array.from({ length: invented }, () => inventedRequest(port));
    const flood = await load(port, unknown, [401, 503], floodConnections);
    const after = await load(port, requests.slice(0, 100));
    const growth = Math.round((residentBytesOf(gateway.pid) - before) / mebibyte);
    if (growth > maxGrowthMebibytes) throw new Error(`a gateway's memory grew by ${growth} MiB`);
    return (
      `p99 of 100 apps ${p99(few)} ms, of all apps ${p99(all)} ms, ` +
      `of 100 apps after ${flood.refused.length.toLocaleString('en')} requests with invented ids ${p99(after)} ms; ` +
      `memory +${growth} MiB`
    );
  } finally {
    await cluster.stop();
  }
}

/** Creates accounts with an app each by SQL: the command makes one at a time. */
async function createApps(database: Database): Promise<readonly Credentials[]> {
  const ids = new AppIds(appIdKeyOf(faultSecretKey));
  const apps: Credentials[] = [];
  for (let made = 0; made < count; made += insertedTogether) {
    const accounts = Array.from({ length: insertedTogether }, () => ({
      account_ident: newIdent('acc'),
      name,
      term_of_credit: 14,
      number_start: 1,
      time_zone: 'UTC',
      date_created: nowUtc(Date),
    }));
    await database('accounts').insert(accounts);
    const idents = accounts.map(({ account_ident }) => account_ident);
    const accountIds: readonly number[] = await database('accounts')
      .whereIn('account_ident', idents)
      .pluck('id');
    const rows = accountIds.map((account_id) => {
      const app = { app_id: ids.make(), api_secret: newSecret() };
      apps.push(app);
      const secret = markedSecret(app.api_secret, app.app_id, secretKeyOf(faultSecretKey));
      return { app_id: app.app_id, account_id, secret, signature: 'v2-optional', date_created: nowUtc(Date) };
    });
    await database('apps').insert(rows);
  }
  return apps;
}

/** Half of the ids have a wrong check part, half of them none. */
function inventedRequest(port: number): Buffer {
  const appId = newIdent('app');
  const app_id = Math.random() < 0.5 ? appId : `${appId}0123456789abcdef`;
  return signedRequest(port, { app_id, api_secret: newSecret() }, 'article.list', {});
}

async function load(
  port: number,
  requests: readonly Buffer[],
  expected: readonly number[] = [200],
  connections = 32,
): Promise<LoadResult> {
  const result = await sendLoad({ port, requests, connections, seconds });
  const wrong = [...result.statuses].filter(([status]) => !expected.includes(status));
  if (wrong.length > 0) throw new Error(wrong.map(([status, times]) => `${times} got ${status}`).join(', '));
  return result;
}

/** Sends each of the requests at least once. */
async function loadAll(port: number, requests: readonly Buffer[]): Promise<Pick<LoadResult, 'done'>> {
  const done: number[] = [];
  for (let sent = 0; sent < requests.length; ) {
    const result = await load(port, requests.slice(sent));
    sent += result.sent;
    done.push(...result.done);
  }
  return { done };
}

function p99({ done }: Pick<LoadResult, 'done'>): number {
  return Math.round(done.toSorted((one, other) => one - other)[Math.floor(done.length * 0.99)] ?? 0);
}

/** Many senders, known and unknown. */
export const appAttacks: readonly Attack[] = [
  {
    name,
    done: `every one of 12,000 apps calls, then ${seconds} s of requests with app ids that nobody has`,
    holds: `known apps get 200, invented ones 401 or 503; the memory of a gateway grows by at most ${maxGrowthMebibytes} MiB`,
    run: attackWithApps,
  },
];
