import { expect } from 'chai';
import type { CallClient } from '../../../gateway/calls/callClient.ts';
import { startCallClient } from '../../../gateway/calls/startCallClient.ts';
import { operations } from '../../../shared/contract/operations/allOperations.ts';
import { ignoreEvents } from '../../../shared/runtime/process/log.ts';
import { callClientLimits } from '../../support/cluster.ts';
import { TestQueue } from '../../support/queues.ts';
import { redisUrl } from '../../support/servers.ts';
import { TcpProxy } from '../../support/tcpProxy.ts';
import { through } from '../../support/teas.ts';
import { until } from '../../support/until.ts';

const redis = 10;

describe('a call whose job reached Redis, while the answer to that got lost', () => {
  let proxy: TcpProxy;
  let queue: TestQueue;
  let callClient: CallClient;
  beforeEach(async () => {
    proxy = await TcpProxy.listen(Number(new URL(redisUrl()).port));
    queue = new TestQueue('article', redis);
    const limits = { ...callClientLimits, deadlineMs: 1_000 };
    callClient = await startCallClient({
      redisUrl: through(proxy, redisUrl(redis)),
      ...limits,
      emit: ignoreEvents,
    });
  });
  afterEach(async () => {
    await callClient.stop();
    await queue.close();
  });

  it('has an unknown outcome at its deadline: it may still be run [status-503] [answers-lost]', async () => {
    proxy.dropAnswers(1, '"replyTo"');
    const call = { contract: operations['article.delete'], input: { article_ident: 'art_1' }, id: 'a' };

    const reply = callClient.call(1, call);
    await until(() => proxy.dropped === 1);
    await proxy.close();

    expect(await reply).to.include({ code: 'outcome_unknown' });
    const waiting = await queue.waiting();
    expect(waiting.flatMap(({ calls }) => calls.map(({ id }) => id))).to.deep.equal(['a']);
  });
});
