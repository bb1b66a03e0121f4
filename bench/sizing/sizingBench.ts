import { randomBytes, randomUUID } from 'node:crypto';
import { type Counterfoil, counterfoil as openClient } from '../../client/node.ts';
import type { Lifecycle } from '../../shared/process/lifecycle.ts';
import { type LoadApp, makeApps } from '../data/apps.ts';
import { circumstances } from '../measure/circumstances.ts';
import { figure, table } from '../report/table.ts';
import { cpuSeconds, type Part, type PartName, residentBytes } from '../support/processes.ts';
import { systemNamed } from '../systems/index.ts';
import { startServers } from '../systems/servers.ts';
import type { System } from '../systems/system.ts';
import { diskOf, grown } from './disk.ts';
import type { SizingOptions } from './options.ts';

type Send = (
  client: Counterfoil,
  at: number,
) => Promise<{ readonly envelope: { readonly response: boolean } }>;

const batchSize = 100;
/** Batches in flight, as imports send them: more would wait for their turn. */
const batchesInFlight = 2;

const article = (at: number) => ({
  article_title: `Tea ${at}`,
  article_sku: `SKU-${at}`,
  article_price: 12.5,
});
const send =
  (method: string, body: (at: number) => object, hasKey = false): Send =>
  (client, at) =>
    client.send(method, JSON.stringify(body(at)), hasKey ? { idempotencyKey: randomUUID() } : {});

/** Measured calls, in this order: reads find what was created before. A call of the last kind is an entry of a batch. */
const kinds: Readonly<Record<string, Send>> = {
  'article.create': send('article.create', article),
  'article.create with a key': send('article.create', article, true),
  'article.read by SKU': send('article.read', (at) => ({
    article_identifier: 'sku',
    article_sku: `SKU-${at}`,
  })),
  'customer.create with an address': send('customer.create', (at) => ({
    ...{ bill_company: `Muster ${at} GmbH`, bill_street: 'Gasse 1', bill_zipcode: '10115' },
    ...{ divergent_delivery_address: 1, delivery_city: 'Berlin' },
  })),
  'article.create in batches of 100': send('batch.run', (at) => ({
    operations: Array.from({ length: batchSize }, (_, entry) => ({
      method: 'article.create',
      data: article(at * batchSize + entry),
    })),
  })),
};

const parts: readonly PartName[] = ['gateway', 'worker', 'database', 'redis'];

export async function benchSizing({ calls, inFlight }: SizingOptions, lifecycle: Lifecycle): Promise<void> {
  const servers = await startServers(lifecycle);
  const secretKey = randomBytes(32);
  const [{ appId, apiSecret }] = (await makeApps(servers.database, 1, secretKey)) as [LoadApp];
  const around = await circumstances([servers], 'client');
  const system = await (systemNamed('counterfoil') as System).start('mix', { ...servers, secretKey });
  lifecycle.onStop('system', () => system.stop(), 20_000);
  const client = openClient({ url: system.urls[0] as string, appId, apiSecret });
  const rows: string[][] = [];
  for (const [kind, sendOne] of Object.entries(kinds)) {
    const isBatch = kind.includes('batches');
    const requests = isBatch ? Math.ceil(calls / batchSize) : calls;
    const atOnce = isBatch ? batchesInFlight : inFlight;
    const all = [...system.parts, ...servers.parts];
    // The first calls compile code and allocate memory, which must not count.
    await run(sendOne, client, { first: calls, requests: Math.ceil(requests / 10), inFlight: atOnce });
    const before = { cpu: cpuSeconds(all), disk: await diskOf(servers), at: performance.now() };
    await run(sendOne, client, { first: 0, requests, inFlight: atOnce });
    const seconds = (performance.now() - before.at) / 1_000;
    rows.push([
      kind,
      figure(calls / seconds),
      ...usedBy(all, before.cpu, calls),
      ...(await grown(servers, before.disk, calls)),
    ]);
  }
  await client.close();
  const heads = parts.flatMap((part) => [`${part} ms`, 'MB']);
  const text = table(['1,000 calls', 'calls/s', ...heads, 'inbox kB', 'tables kB', 'AOF kB'], rows);
  process.stdout.write(
    `${text}\n\n${around.machine}, ${around.date.slice(0, 16)}, commit ${around.commit}\n`,
  );
}

async function run(
  sendOne: Send,
  client: Counterfoil,
  {
    first,
    requests,
    inFlight,
  }: { readonly first: number; readonly requests: number; readonly inFlight: number },
): Promise<void> {
  let sent = 0;
  const loop = async () => {
    while (sent < requests) {
      const { envelope } = await sendOne(client, first + sent++);
      if (!envelope.response) throw new Error(`a call was refused: ${JSON.stringify(envelope)}`);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, loop));
}

/** Returns CPU milliseconds per 1,000 calls, and megabytes of the largest process, of each part. */
function usedBy(all: readonly Part[], before: ReturnType<typeof cpuSeconds>, calls: number): string[] {
  const [after, bytes] = [cpuSeconds(all), residentBytes(all)];
  return parts.flatMap((part) => [
    figure((((after[part] ?? 0) - (before[part] ?? 0)) * 1e6) / calls),
    figure((bytes[part] ?? 0) / 1e6),
  ]);
}
