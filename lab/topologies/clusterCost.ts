import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { Command, Option } from 'commander';
import { counterfoil } from '../../client/nodeClient.ts';
import { endsWhenDone } from '../../test/support/endsWhenDone.ts';
import { startMigratedDatabase } from '../../test/support/privateDatabase.ts';
import { startPrivateRedis } from '../../test/support/privateRedis.ts';
import { cpuSecondsOf } from '../../test/support/processResources.ts';
import { RedisCluster } from '../../test/support/redisCluster.ts';
import { percentile } from '../../test/support/statistics.ts';
import { methodAt } from '../bench/data/scenarios.ts';
import { FaultCluster } from '../faults/faultCluster.ts';

/** Compares the CPU time of a call on one Redis and on a Redis Cluster, and counts the commands of each master. */
const {
  seconds,
  connections,
  rounds,
  calls: called,
  partitions,
} = new Command('clusterCost')
  .option('--seconds <number>', 'how long each turn takes', '8')
  .option('--connections <number>', 'calls at the same time', '64')
  .option('--rounds <number>', 'turns of each', '3')
  .addOption(
    new Option('--calls <name>', 'what is called').choices(['mix', 'article.read']).default('mix' as const),
  )
  .option('--partitions <number>', 'QUEUE_PARTITIONS of the workers on the cluster', '1')
  .parse()
  .opts<Readonly<Record<'seconds' | 'connections' | 'rounds' | 'partitions', string>> & CallOptions>();

interface CallOptions {
  readonly calls: 'mix' | 'article.read';
}

interface Turn {
  readonly calls: number;
  /** Microseconds of CPU for each call. */
  readonly cpu: Readonly<Record<string, number>>;
}

endsWhenDone();
const [database, single, cluster] = [
  await startMigratedDatabase(),
  await startPrivateRedis(),
  await RedisCluster.start(),
];
const systems = {
  single: await rolesOn(single.server.url),
  cluster: await rolesOn(cluster.url, { QUEUE_PARTITIONS: partitions }),
};
const turns: Record<keyof typeof systems, Turn[]> = { single: [], cluster: [] };
await eachOnce(3_000);
const before = await commandsOf();
for (let round = 0; round < Number(rounds); round += 1)
  for (const [name, turn] of Object.entries(await eachOnce(Number(seconds) * 1_000)))
    turns[name as keyof typeof systems].push(turn);
const after = await commandsOf();
print();
for (const { roles } of Object.values(systems)) await roles.stop();
await Promise.all([cluster.stop(), single.remove(), database.remove()]);

async function rolesOn(redisUrl: string, settings: Readonly<Record<string, string>> = {}) {
  const others = new Set(children());
  const roles = new FaultCluster({
    databaseUrl: database.url,
    env: { DATABASE_URL: database.url, REDIS_URL: redisUrl, ...settings },
    stopServers: async () => {},
  });
  await roles.startRoles();
  const pids = children().filter((pid) => !others.has(pid));
  const { app_id: appId, api_secret: apiSecret } = (await roles.newAccount('cost')).app;
  const clients = roles.ports.map((port) =>
    counterfoil({ url: `http://127.0.0.1:${port}`, appId, apiSecret }),
  );
  return { roles, pids, clients };
}

async function eachOnce(ms: number): Promise<Record<keyof typeof systems, Turn>> {
  return { single: await turnOf('single', ms), cluster: await turnOf('cluster', ms) };
}

async function turnOf(name: keyof typeof systems, ms: number): Promise<Turn> {
  const { pids, clients } = systems[name];
  const servers = children().filter((pid) => /redis-server/.test(titleOf(pid)));
  const own = new Set(
    (name === 'single' ? [single.server] : cluster.nodes.map(({ server }) => server)).map(({ pid }) => pid),
  );
  const parts = { roles: pids, redis: servers.filter((pid) => own.has(pid)) };
  const start = Object.entries(parts).map(([part, its]) => [part, sum(its.map(cpuSecondsOf))] as const);
  const calls = await load(clients, ms);
  const cpu = start.map(
    ([part, spent]) =>
      [part, ((sum(parts[part as keyof typeof parts].map(cpuSecondsOf)) - spent) * 1e6) / calls] as const,
  );
  await delay(500);
  return { calls, cpu: Object.fromEntries(cpu) };
}

/** The calls of the benchmark, on one article and one customer for each connection. Resolves to the number of calls. */
async function load(clients: readonly ReturnType<typeof counterfoil>[], ms: number): Promise<number> {
  const end = performance.now() + ms;
  let calls = 0;
  const live = async (index: number) => {
    const client = clients[index % clients.length] as (typeof clients)[number];
    const article = await client.article.create({ article_title: 'Tea' });
    const customer = await client.customer.create({ bill_company: 'Tea' });
    while (performance.now() < end) {
      const method = methodAt(called, calls);
      calls += 1;
      if (method === 'article.read') await client.article.read(article);
      else if (method === 'article.create') await client.article.create({ article_title: 'Tea' });
      else await client.customer.update({ customer_ident: customer.customer_ident, bill_city: `${calls}` });
    }
  };
  await Promise.all(Array.from({ length: Number(connections) }, (_, index) => live(index)));
  return calls;
}

/** Commands of each node until now, those in scripts included. */
async function commandsOf(): Promise<readonly number[]> {
  const infos = await Promise.all(cluster.nodes.map(({ redis }) => redis.info('commandstats')));
  return infos.map((info) =>
    sum([...info.matchAll(/^cmdstat_[^:]+:calls=(\d+)/gm)].map(([, count]) => Number(count))),
  );
}

function print(): void {
  const commands = after.slice(0, 3).map((count, index) => count - (before[index] ?? 0));
  const shares = commands.map((count) => `${((100 * count) / sum(commands)).toFixed(0)} %`);
  console.log(`commands by master: ${shares.join(', ')}`);
  for (const [name, its] of Object.entries(turns))
    console.log(
      `${name}: ${its.map(({ calls }) => Math.round(calls / Number(seconds))).join(', ')} calls/s; µs of CPU for a call: ` +
        ['roles', 'redis']
          .map(
            (part) =>
              `${part} ${percentile(
                its.map(({ cpu }) => cpu[part] ?? 0),
                50,
              ).toFixed(0)}`,
          )
          .join(', '),
    );
}

function children(): number[] {
  return readdirSync('/proc/self/task').flatMap((thread) =>
    readFileSync(`/proc/self/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
}

function titleOf(pid: number): string {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
