import { expect } from 'chai';
import { counterfoil } from '../../../client/nodeClient.ts';
import type { ManagedProcess } from '../../../servers/system/managedProcess.ts';
import { newAccount, type TestAccount } from '../../support/account.ts';
import { articleNumbers, upFrom } from '../../support/articles.ts';
import { runAtomic, teas } from '../../support/batches.ts';
import { cluster, roleEnvironment } from '../../support/cluster.ts';
import { freePort } from '../../support/ports.ts';
import { startRole } from '../../support/roleProcess.ts';
import { database } from '../../support/servers.ts';
import { storedRows } from '../../support/stored.ts';
import { countUncommitted, withTransaction } from '../../support/transactions.ts';
import { until } from '../../support/until.ts';
import { WorkerDeath } from '../../support/workerDeath.ts';

const redis = 14;

describe('a worker process killed in the middle of an atomic batch (starts processes)', () => {
  let death: WorkerDeath;
  let account: TestAccount;
  beforeEach(async () => {
    death = await WorkerDeath.prepare(redis, 'bulk');
    ({ account } = death);
  });
  afterEach(() => death.clear());
  const count = async () => (await storedRows('articles', account.id)).length;

  it('leaves nothing of it, and another one does all of it [batch-atomic] [worker-killed]', async () => {
    await runAtomic(account, teas(1));

    await withTransaction(async (other) => {
      await other('number_sequences').where({ account_id: account.id }).forUpdate();
      // The first half has numbers of its own: it is written while the second half waits for the sequence.
      const batch = runAtomic(account, [...teas(50, { article_nr: 'own' }), put, ...teas(50)]);
      await until(async () => (await countUncommitted(account.id)) > 1);
      await death.kill();
      await until(async () => (await countUncommitted(account.id)) === 1);
      expect(await count()).to.equal(1);
      await death.startHeir();
      await other.rollback();

      expect(await batch).to.have.length(101);
    });
    expect(await count()).to.equal(102);
  });

  it('leaves every batch as a whole or not at all, under load', async () => {
    await death.startHeir();
    const batches = Promise.all(runs(12, () => runAtomic(account, teas(100))));
    await until(async () => (await count()) > 0);

    await death.kill();

    await batches;
    expect(await articleNumbers(account.id)).to.deep.equal(upFrom(10_001, 1_200));
  });
});

/** Starts so many at once. */
function runs<T>(count: number, run: () => Promise<T>): readonly Promise<T>[] {
  return Array.from({ length: count }, run);
}

const put = { method: 'article.put', data: { article_nr: 'put', article_title: 'Put' } };

describe('a gateway process killed in the middle of atomic batches (starts processes)', () => {
  it('leaves all of a batch or nothing, and a repeat with the key has one effect [batch-atomic]', async () => {
    await cluster();
    const { id, appId, apiSecret } = await newAccount();
    const port = await freePort();
    const start = (): Promise<ManagedProcess> =>
      startRole('gateway', { env: { ...roleEnvironment(0, port), LOG_LEVEL: 'silent' } });
    let gateway = await start();
    const client = counterfoil({ url: `http://127.0.0.1:${port}`, appId, apiSecret });
    const pair = () =>
      client.atomicBatch([
        { method: 'customer.create', data: {} },
        { method: 'address.create', data: { customer_ident: { entry: 0 }, delivery_city: 'Ulm' } },
      ]);
    const batches = runs(24, pair);
    await until(async () => (await storedRows('customers', id)).length > 2);

    process.kill(gateway.pid ?? 0, 'SIGKILL');
    gateway = await start();

    const answers = await Promise.all(batches);
    await client.close();
    await gateway.stop();
    const customers = (await storedRows('customers', id)).map(({ customer_ident }) => customer_ident);
    const owners = (await storedRows('addresses', id)).map(({ customer_ident }) => customer_ident);
    expect(customers).to.have.members(answers.map(([{ customer_ident }]) => customer_ident));
    expect(owners).to.have.members(customers);
  });
});

describe('connections to the database that end in the middle of atomic batches (many of them)', () => {
  it('cost time and nothing else [batch-atomic]', async () => {
    const account = await newAccount();
    const count = async () => (await storedRows('articles', account.id)).length;
    const batches = Promise.all(runs(12, () => runAtomic(account, teas(150))));

    for (const done of [0, 300, 600, 900, 1_200]) {
      await until(async () => (await count()) > done);
      await endOtherConnections();
    }

    await batches;
    expect(await articleNumbers(account.id)).to.deep.equal(upFrom(10_001, 1_800));
  });
});

/** Ends all connections of workers, in the middle of their transactions. */
async function endOtherConnections(): Promise<void> {
  const [rows] = await database().raw(
    'SELECT id FROM information_schema.processlist WHERE user = SUBSTRING_INDEX(CURRENT_USER(), "@", 1) AND id <> CONNECTION_ID()',
  );
  for (const { id } of rows)
    await database()
      .raw(`KILL CONNECTION ${Number(id)}`)
      .catch(() => {});
}
