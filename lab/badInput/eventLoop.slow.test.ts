// @alone: measures how long the event loop is held up.
import { expect } from 'chai';
import { newAccount, type TestAccount } from '../../test/support/account.ts';
import { type Cluster, startCluster } from '../../test/support/cluster.ts';
import { DelaySearch } from './delaySearch.ts';
import { GatewayProcess } from './gatewayProcess.ts';

/** `npm run test:all -- bad-input` sends 100,000. `BAD_INPUT_SEED` searches elsewhere. */
const requests = Number(process.env.BAD_INPUT_REQUESTS ?? 1_500);
const seed = Number(process.env.BAD_INPUT_SEED ?? 1);
const isLong = requests > 10_000;
/** Milliseconds: no body may block the event loop for longer. */
const limitMs = Number(process.env.BAD_INPUT_LIMIT_MS ?? 20);

/** Parts of batches in the short form. */
const defaultBatches = [
  'text marks of two classes',
  'text digits cut short',
  'number long whole',
  'names short',
  'names escaped',
  'nesting objects',
  'list hundredth powers',
  'elements',
];

describe('the event loop of a gateway (searches for the worst body)', () => {
  let cluster: Cluster;
  let gateway: GatewayProcess;
  let account: TestAccount;
  before(async () => {
    cluster = await startCluster({ redis: 3 });
    gateway = await GatewayProcess.start(3);
    account = await newAccount({}, cluster);
  });
  after(async () => {
    await gateway.stop();
    await cluster.stop();
  });

  it(`is blocked for less than ${limitMs} ms by the worst body that a search finds [event-loop]`, async () => {
    const search = new DelaySearch(gateway, account, limitMs);

    await search.tryFamilies(0);
    // The largest texts that fit into the database, so many that they make many jobs.
    await search.tryFamilies(140, ['text thirty marks and a letter']);
    for (const entries of isLong ? [1, 8, 1_000] : []) await search.tryFamilies(entries);
    await search.tryFamilies(1, defaultBatches);
    await search.breed(seed, Math.floor(requests / 100));
    const worst = await search.settle();

    if (isLong) for (const one of search.worst) process.stderr.write(`${JSON.stringify(one)}\n`);
    expect(worst.delayMs, JSON.stringify(worst)).to.be.below(limitMs);
  }).timeout(600_000 + requests * 30);
});
