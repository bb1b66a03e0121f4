import { openDatabase } from '../../workers/database/database.ts';
import { newAccount } from '../support/account.ts';
import { startCluster } from '../support/cluster.ts';
import { attachServers } from '../support/servers.ts';

const [redis = '', database = ''] = process.argv.slice(2);

const pool = openDatabase(database, 2);
attachServers({ mariadb: { url: database }, redis: { url: redis }, database: pool });
const cluster = await startCluster({ redis });
const { client } = await newAccount({}, cluster);
const { article_ident } = await client.article.create({ article_title: 'Tea' });

const requests = {
  'customer.create': () => client.customer.create({}),
  'article.read': () => client.article.read({ article_ident }),
  batch: () =>
    client.send('batch.run', JSON.stringify({ operations: [{ method: 'customer.create', data: {} }] })),
};
let events: string[] = [];
(globalThis as { entered?: (what: string) => void }).entered = (what) => void events.push(what);

const traces: Record<string, readonly (readonly string[])[]> = {};
for (const [name, request] of Object.entries(requests)) {
  for (let warm = 0; warm < 30; warm += 1) await request();
  const its: string[][] = [];
  for (let run = 0; run < 10; run += 1) {
    events = [];
    await request();
    await new Promise((resolve) => setTimeout(resolve, 20));
    its.push(events);
  }
  traces[name] = its;
}
await client.close();
await cluster.stop();
await pool.destroy();
process.stdout.write(JSON.stringify(traces));
