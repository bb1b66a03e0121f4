import { setTimeout as delay } from 'node:timers/promises';
import { Command } from 'commander';
import { printLine } from '../../shared/runtime/process/commandOutput.ts';
import { endsWhenDone } from '../../test/support/endsWhenDone.ts';
import { drawing } from '../../test/support/random.ts';
import { seedOption } from '../runOptions.ts';
import { ChangeReaders } from './changeReaders.ts';
import { FaultClient } from './faultClient.ts';
import { networkFaults } from './networkFaults.ts';
import { processFaults } from './processFaults.ts';
import { ProxiedCluster } from './proxiedCluster.ts';
import { serverProcessFaults } from './serverProcessFaults.ts';
import { WebhookWatch } from './webhookWatch.ts';

/** Kills, freezes and cuts everything while writers write and readers follow `changes.list`; then compares with the tables. */
const options = new Command('npm run test:all -- changes --')
  .description(
    'Writes under faults while readers follow changes.list, and compares what they read with the tables.',
  )
  .option('--writes <number>', 'how many writes', '1000000')
  .option('--readers <number>', 'how many readers', '8')
  .option('--writers <number>', 'how many writers', '8')
  .option('--webhook', 'deliver all changes to a receiver that misbehaves, too')
  .option('--minutes <number>', 'at most so long', '600')
  .option('--seed <number>', ...seedOption)
  .addHelpText('after', '\nExample:\n  npm run test:all -- changes -- --writes 100000 --readers 8')
  .parse()
  .opts<
    Record<'writes' | 'readers' | 'writers' | 'minutes', string> & {
      readonly seed: number;
      readonly webhook?: true;
    }
  >();

endsWhenDone();
const batchSize = 500;
const faults = [...processFaults, ...serverProcessFaults, ...networkFaults];
const until = Date.now() + Number(options.minutes) * 60_000;
const startedAt = performance.now();
let written = 0;
let injected = 0;
const isEnough = () => written >= Number(options.writes) || Date.now() > until;

const cluster = await ProxiedCluster.start({});
try {
  const { account, app } = await cluster.newAccount('changes');
  const readers = await ChangeReaders.start(cluster, app, Number(options.readers));
  const { seed } = options;
  const watch =
    options.webhook && (await WebhookWatch.start(cluster, account, app, { seed, misbehavingPermille: 20 }));
  const writing = Array.from({ length: Number(options.writers) }, () =>
    write(new FaultClient(cluster.balancer, app)),
  );
  await injectFaults(account, () => new FaultClient(cluster.balancer, app));
  await Promise.all(writing);
  const differences = [...(await readers.finish(cluster, account)), ...((await watch?.finish()) ?? [])];
  const read = readers.readers.map(({ count }) => count);
  for (const line of differences.slice(0, 50)) printLine(line);
  printLine(
    `${differences.length === 0 ? 'ok ' : 'BAD'} seed ${options.seed}: ${written} writes, ${injected} faults, ` +
      `${read.length} readers that read ${[...new Set(read)].join(', ')} changes, ` +
      (watch ? `${watch.delivered} deliveries and ${watch.repeats} repeats, ` : '') +
      `${differences.length} differences, ` +
      `${Math.round((performance.now() - startedAt) / 1_000)} s`,
  );
  process.exitCode = differences.length === 0 ? 0 : 1;
} finally {
  await cluster.stop();
}

/** Creates, updates and deletes records until there are enough. */
async function write(client: FaultClient): Promise<void> {
  const run = async (method: string, bodies: readonly Readonly<Record<string, unknown>>[], field = '') => {
    const entries = await client.batch(method, bodies);
    client.ledger.entries.length = 0;
    const done = entries.filter(({ outcome }) => outcome === 'done');
    written += done.length;
    return done.map(({ envelope }) => (envelope?.data as Record<string, string> | null)?.[field] ?? '');
  };
  const times = <T>(count: number, make: () => T) => Array.from({ length: count }, make);
  while (!isEnough()) {
    const articles = await run(
      'article.create',
      times(batchSize, () => ({ article_title: 'Tea' })),
      'article_ident',
    );
    await run(
      'article.update',
      articles.map((article_ident) => ({ article_ident, article_title: 'Changed' })),
    );
    await run(
      'article.delete',
      articles.filter((_, index) => index % 2 === 0).map((article_ident) => ({ article_ident })),
    );
    const customers = await run(
      'customer.create',
      times(batchSize / 2, () => ({ divergent_delivery_address: 1 })),
      'customer_ident',
    );
    await run(
      'address.create',
      customers.map((customer_ident) => ({ customer_ident })),
    );
    await run(
      'customer.delete',
      customers.filter((_, index) => index % 5 < 4).map((customer_ident) => ({ customer_ident })),
    );
  }
  await client.close();
}

async function injectFaults(account: number, client: () => FaultClient): Promise<void> {
  const draw = drawing(options.seed);
  for (let index = 0; !isEnough(); index += 1) {
    const fault = faults[index % faults.length];
    await delay(2_000 + draw.below(2_000));
    const before = written;
    await fault?.harm({ cluster, account, client, draw, mark: () => {} });
    injected += 1;
    printLine(`${fault?.name}: ${before} writes before it, ${written} now`);
  }
}
