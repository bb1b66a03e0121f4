import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { drawing } from '../../test/support/random.ts';
import { FaultClient } from './faultClient.ts';
import { processFaults } from './processFaults.ts';
import { ProxiedCluster } from './proxiedCluster.ts';
import { serverProcessFaults } from './serverProcessFaults.ts';
import { WebhookWatch } from './webhookWatch.ts';

const batches = 30;
const batchSize = 100;

/** Kills a worker in a delivery, then gateway, Redis and database, while the receiver misbehaves. */
const faults = [...processFaults, ...serverProcessFaults].filter(({ name }) => /killed/.test(name));

describe('webhooks under faults (breaks servers)', function () {
  this.timeout(400_000);
  let cluster: ProxiedCluster;
  before(async () => {
    cluster = await ProxiedCluster.start();
  });
  after(() => cluster?.stop());

  it('deliver every change, in order, and repeat only with the same id [webhooks-order] [webhooks-repeat]', async () => {
    const { account, app } = await cluster.newAccount('webhooks');
    const watch = await WebhookWatch.start(cluster, account, app, { seed: 1 });
    const client = new FaultClient(cluster.balancer, app);
    const draw = drawing(1);
    const writing = { isOver: false };
    const harming = (async () => {
      for (let round = 0; !writing.isOver || round < faults.length; round += 1) {
        const fault = faults[round % faults.length];
        await fault?.harm({ cluster, account, client: () => client, draw, mark: () => {} });
        await delay(500);
      }
    })();
    for (let batch = 0; batch < batches; batch += 1) {
      const created = await client.batch(
        'article.create',
        Array.from({ length: batchSize }, () => ({ article_title: 'Tea' })),
      );
      const idents = created.map(({ envelope }) => (envelope?.data as Record<string, string>)?.article_ident);
      await client.batch(
        'article.update',
        idents.map((article_ident) => ({ article_ident, article_title: 'Green tea' })),
      );
      await client.batch(
        'article.delete',
        idents.slice(0, batchSize / 2).map((article_ident) => ({ article_ident })),
      );
    }
    writing.isOver = true;
    await harming;
    await client.close();

    expect(await watch.finish()).to.deep.equal([]);
    expect(watch.delivered).to.be.at.least((2.5 * batches * batchSize) / 100);
    expect(watch.repeats).to.be.at.least(1);
  });
});
