import { expect } from 'chai';
import type { TestAccount } from '../support/account.ts';
import { upFrom } from '../support/articles.ts';
import { runBatch, teas } from '../support/batches.ts';
import { twoGateways } from '../support/fixtures.ts';
import { storedRow, storedRows } from '../support/stored.ts';
import { until } from '../support/until.ts';
import { WorkerDeath } from '../support/workerDeath.ts';

describe('conditional changes through two gateways and two workers (races)', function () {
  // Writes of one record commit one after the other, which takes long on a slow disk.
  this.timeout(120_000);
  const { account, send } = twoGateways();

  it('article.update is done by exactly one of many calls in each round, and never loses a change', async () => {
    const ident = await account.client.article.create({ article_title: 'No. 0' });
    for (let round = 1; round <= 20; round += 1) {
      const { version } = await account.client.article.read(ident);

      const answers = await Promise.all(
        upFrom(0, 10).map((index) =>
          send(index, 'article.update', {
            ...ident,
            if_version: version,
            article_title: `${round}.${index}`,
          }),
        ),
      );

      const winner = answers.findIndex(({ envelope }) => envelope.response);
      const present = await account.client.article.read(ident);
      expect(answers.filter(({ code }) => code === 'record_changed')).to.have.length(9);
      expect(present.article_title).to.equal(`${round}.${winner}`);
      const refused = answers[winner === 0 ? 1 : 0]?.envelope.data;
      expect(refused).to.deep.equal({ code: 'record_changed', ...ident, version: present.version });
    }
    expect(await storedRow('articles', account.id, ident)).to.include({ revision: 20 });
  });

  it('customer.update and a change of its addresses: only one of both passes', async () => {
    for (let round = 0; round < 40; round += 1) {
      const made = await account.client.customer.create({ divergent_delivery_address: 1 });
      const { customer_ident, address_ident } = made;
      const if_version = (await account.client.customer.read({ customer_ident })).customer.version;
      const [method, body] = [
        ['address.create', { customer_ident }],
        ['address.update', { address_ident, delivery_city: 'Ulm' }],
        ['address.delete', { address_ident }],
      ][round % 3] as [string, object];

      const [conditional, change] = await Promise.all([
        send(0, 'customer.update', { customer_ident, if_version, bill_city: 'Ulm' }),
        send(1, method, body),
      ]);

      const { customer } = await account.client.customer.read({ customer_ident });
      expect(change?.envelope.response).to.equal(true);
      expect(conditional?.code).to.be.oneOf(['', 'record_changed']);
      const { version } = (conditional?.envelope.data ?? {}) as { version?: string };
      const isDone = conditional?.code === '';
      expect(customer.bill_city).to.equal(isDone ? 'Ulm' : '');
      // Done, it came before the other change; refused, after it.
      expect(customer.version === version).to.equal(!isDone);
    }
  });

  it('counters that clients raise with if_version lose no step', async () => {
    const ident = await account.client.article.create({ article_title: '0' });
    const raise = async (index: number): Promise<void> => {
      const { article_title, version } = await account.client.article.read(ident);
      const next = { ...ident, if_version: version, article_title: String(Number(article_title) + 1) };
      const { code } = await send(index, 'article.update', next);
      if (code !== '') await raise(index);
    };

    await Promise.all(upFrom(0, 25).map((index) => raise(index)));

    expect((await account.client.article.read(ident)).article_title).to.equal('25');
  });
});

describe('a worker process killed in the middle of conditional changes (starts processes)', () => {
  let death: WorkerDeath;
  let account: TestAccount;
  beforeEach(async () => {
    death = await WorkerDeath.prepare(14, 'bulk');
    ({ account } = death);
  });
  afterEach(() => death.clear());

  it('does each once, and answers that it was done [worker-killed]', async () => {
    await death.startHeir();
    await runBatch(account, teas(400));
    const rows = await storedRows('articles', account.id);
    const find = { by: 'article_ident' as const, values: rows.map((row) => row.article_ident as string) };
    const { articles } = await account.client.article.find(find);
    const entries = articles.map(({ article_ident, version }) => ({
      method: 'article.update',
      data: { article_ident, if_version: version, article_title: 'changed' },
    }));
    const halves = [entries.slice(0, 200), entries.slice(200)];
    const count = async () => (await storedRows('articles', account.id, { revision: 1 })).length;

    const running = halves.map((half) => runBatch(account, half));
    await until(async () => (await count()) > 0);
    await death.kill();

    const results = (await Promise.all(running)).flat();
    expect(results.filter(({ response }) => !response)).to.deep.equal([]);
    expect(await count()).to.equal(400);
  });
});
