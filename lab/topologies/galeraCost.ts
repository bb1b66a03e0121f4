import { accountOf, createAccount, defaultSettings } from '../../admin/accounts.ts';
import { migrateUp } from '../../migrations/migrations.ts';
import { callOf } from '../../test/support/calls.ts';
import { endsWhenDone } from '../../test/support/endsWhenDone.ts';
import { cpuSecondsOf } from '../../test/support/processResources.ts';
import { setRunner } from '../../test/support/setRunners.ts';
import { type Database, openDatabase } from '../../workers/database/database.ts';
import { serverTraits } from '../../workers/database/pipeliningClient.ts';
import { GaleraServers } from './galera/galeraServers.ts';

/** Compares what statements cost that a node of a Galera cluster gets one by one, with those that are sent together. */
const blocks = 24;
const warmUp = 4;
const setsOfBlock = { 1: 60, 32: 30 };

type Way = 'one by one' | 'together';
interface Cost {
  readonly calls: number;
  readonly sets: number;
  readonly worker: number;
  readonly node: number;
  readonly ms: number;
}

endsWhenDone();
const servers = await GaleraServers.start();
const pid = servers.nodes[0]?.pid as number;
const pool = openDatabase(servers.url, 2, 4_000);
await migrateUp(pool);
const account = (await accountOf(pool, await createAccount(pool, { name: 'cost', ...defaultSettings }))).id;

for (const [size, sets] of Object.entries(setsOfBlock)) await compare(Number(size), sets);
await pool.destroy();
await servers.stop();

async function compare(size: number, sets: number): Promise<void> {
  const costs: Record<Way, Cost[]> = { 'one by one': [], together: [] };
  for (let block = 0; block < blocks; block += 1) {
    const way = block % 2 === 0 ? 'together' : 'one by one';
    if (way === 'together') Object.assign(serverTraits, { get: () => undefined });
    else Reflect.deleteProperty(serverTraits, 'get');
    const cost = await costOf(pool, size, sets);
    if (block >= warmUp) costs[way].push(cost);
  }
  for (const [way, each] of Object.entries(costs)) {
    const sum = (name: keyof Cost) => each.reduce((total, cost) => total + cost[name], 0);
    const micros = (name: 'worker' | 'node') => ((sum(name) * 1e6) / sum('calls')).toFixed(0);
    const ms = (sum('ms') / sum('sets')).toFixed(1);
    const line = `worker ${micros('worker')} µs a call, node ${micros('node')} µs a call, ${ms} ms a set`;
    process.stdout.write(`sets of ${size}, ${way}: ${line}\n`);
  }
}

async function costOf(database: Database, size: number, sets: number): Promise<Cost> {
  const cpu = process.cpuUsage();
  const node = cpuSecondsOf(pid);
  const startedAt = performance.now();
  for (let nr = 0; nr < sets; nr += 1) {
    const calls = Array.from({ length: size }, () =>
      callOf('article.create', account, { article_title: 'Tea' }),
    );
    await setRunner('article.create', database).run(calls);
  }
  const { user, system } = process.cpuUsage(cpu);
  const worker = (user + system) / 1e6;
  const ms = performance.now() - startedAt;
  return { calls: sets * size, sets, worker, node: cpuSecondsOf(pid) - node, ms };
}
