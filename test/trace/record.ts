import { openDatabase } from '../../workers/database/database.ts';
import { newAccount } from '../support/account.ts';
import { startCluster } from '../support/cluster.ts';
import { RawConnection } from '../support/rawConnection.ts';
import { rawRequest } from '../support/rawRequest.ts';
import { attachServers } from '../support/servers.ts';

// Makes calls on a gateway and a worker in this process, and prints the functions that each of them entered, in their order.

/** Calls before the recorded ones, so that apps, statements and rates are known. */
const warmUp = 40;

/** Recorded calls. Functions that all of them enter belong to the call; the others belong to timers. */
const runs = 40;

const [redis = '', databaseUrl = ''] = process.argv.slice(2);
const database = openDatabase(databaseUrl, 2);
attachServers({ mariadb: { url: databaseUrl }, redis: { url: redis }, database });
const cluster = await startCluster({ redis });
const account = await newAccount({}, cluster);
const { article_ident } = await account.client.article.create({ article_title: 'Tea' });

const customer = { method: 'customer.create', data: { bill_city: 'Kiel' } };
const requests = {
  'customer.create': rawRequest(account, { method: customer.method, body: JSON.stringify(customer.data) }),
  'article.read': rawRequest(account, { method: 'article.read', body: JSON.stringify({ article_ident }) }),
  'batch.run': rawRequest(account, {
    method: 'batch.run',
    body: JSON.stringify({ operations: [customer, customer] }),
  }),
};

let entered: string[] = [];
Object.assign(globalThis, { entered: (name: string) => entered.push(name) });

const connection = await RawConnection.open(cluster.gateways[0]?.port ?? 0);
const traces: Record<string, readonly (readonly string[])[]> = {};
for (const [name, request] of Object.entries(requests)) {
  for (let call = 0; call < warmUp; call += 1) await exchange(request);
  const recorded: (readonly string[])[] = [];
  for (let run = 0; run < runs; run += 1) {
    entered = [];
    await exchange(request);
    // The gateway ends its own work after the answer.
    await new Promise(setImmediate);
    recorded.push(entered);
  }
  traces[name] = recorded;
}
connection.close();
await account.client.close();
await cluster.stop();
await database.destroy();
process.stdout.write(JSON.stringify(traces));

async function exchange(request: Buffer): Promise<void> {
  void connection.send(request);
  const { status, body } = await connection.answer();
  if (status !== 200 || !JSON.parse(body).response) throw new Error(body);
}
