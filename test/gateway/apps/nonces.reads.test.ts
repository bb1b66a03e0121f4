import { expect } from 'chai';
import { newAccount, type TestAccount } from '../../support/account.ts';
import { type Cluster, startCluster } from '../../support/cluster.ts';
import { expectHttpRejection } from '../../support/httpRejections.ts';
import { TestQueue } from '../../support/queues.ts';
import { post } from '../../support/rawRequest.ts';
import { signedV2 } from '../../support/signatures.ts';
import { until } from '../../support/until.ts';

const redis = 7;

/** Reads wait on their queue: nobody works for it. */
describe('a repeated read (delays reads)', () => {
  let cluster: Cluster;
  let account: TestAccount;
  let queue: TestQueue;
  before(async () => {
    cluster = await startCluster({ redis, resources: ['account'], callDeadlineMs: 3_000 });
    account = await newAccount({}, cluster);
    queue = new TestQueue('customer', redis);
  });
  after(async () => {
    await cluster.stop();
    await queue.close();
  });

  it('is refused when its nonce is known, however long the read takes', async () => {
    const read = signedV2(account);
    const send = () => post(account, read, cluster.gateways[0]?.port);
    let isAnswered = false;
    const first = send().finally(() => {
      isAnswered = true;
    });
    await until(async () => (await queue.counts()).waiting === 1);

    const again = await send();

    expectHttpRejection(again, 'authentication_failed', 'customer.exists');
    expect(isAnswered).to.equal(false);
    expectHttpRejection(await first, 'outcome_unknown', 'customer.exists');
  });
});
