import { expect } from 'chai';
import type { WebhookKey } from '../../../workers/stores/webhookOutcomes.ts';
import { AnsweringServer, silence } from '../../support/answeringServer.ts';
import { DeliveringWorker } from '../../support/deliveringWorker.ts';
import { recordEvents } from '../../support/events.ts';
import { until } from '../../support/until.ts';

/** Attempts to dead receivers outlast the test: who waits for one of them to end waits in vain. */
const attemptMs = 120_000;
const dead = 200;
const limitMs = 20_000;

describe('a worker of webhooks beside 200 receivers that hang (fills its room)', function () {
  this.timeout(120_000);
  let worker: DeliveringWorker;
  let hanging: AnsweringServer;
  let healthy: AnsweringServer;
  let came: string[];
  beforeEach(async () => {
    worker = await DeliveringWorker.start(14, attemptMs);
    hanging = await AnsweringServer.listen(silence);
    came = [];
    healthy = await AnsweringServer.listen((answer, { url = '' }) => {
      came.push(url.slice(1));
      answer.end();
    });
  });
  afterEach(async () => {
    await worker.stop();
    await hanging.close();
    await healthy.close();
  });

  /** Adds webhooks of accounts of their own, whose receivers hang. */
  async function addDead(state: object): Promise<void> {
    for (let count = 0; count < dead; count += 1) await worker.add(`${hanging.url}/`, state);
  }

  /** Adds a webhook in the given state, whose receiver answers and has got both changes. */
  const addHealthy = (name: string, state: object = {}): Promise<WebhookKey> =>
    worker.add(`${healthy.url}/${name}`, { position: 2, ...state });

  it('delivers to a receiver that answers, or failed once, and sends tests, while they are dead', async () => {
    await addDead({ failures: 3, last_ms: 10_000 });
    await until(() => hanging.seen >= 16);
    const healed = await addHealthy('change');
    await worker.change(healed);
    await worker.change(await addHealthy('after one 500', { failures: 1, last_ms: 5 }));
    await worker.change(await addHealthy('after five 500', { failures: 5, last_ms: 5 }));
    await worker.change(await addHealthy('after one timeout', { failures: 1, last_ms: 10_000 }));
    await worker.requestTest(await addHealthy('test'), 'msg_1');
    await worker.requestTest(
      await addHealthy('test after timeouts', { failures: 3, last_ms: 10_000 }),
      'msg_2',
    );

    await until(() => came.length >= 6, limitMs);
    expect(came.map((path) => decodeURI(path)).toSorted()).to.deep.equal([
      'after five 500',
      'after one 500',
      'after one timeout',
      'change',
      'test',
      'test after timeouts',
    ]);
    expect(hanging.seen, 'dead ones keep to their share').to.equal(16);
  });

  it('delivers to a receiver that answers when all others die together', async () => {
    const key = await addHealthy('change');
    await addDead({});
    await until(() => hanging.seen >= 48, limitMs);
    await worker.change(key);

    await until(() => came.length === 1, limitMs);
  });
});

describe('a worker of webhooks that the database lets neither find nor count them (waits for a count)', () => {
  it('says so, does not report its last count for ever, and goes on afterwards', async function () {
    const { emit, emitted } = recordEvents();
    this.timeout(60_000);
    const worker = await DeliveringWorker.start(14, attemptMs, emit);
    const receiver = await AnsweringServer.listen((answer) => answer.end());
    await until(() => worker.counts !== undefined);

    await worker.withoutWebhooks(async () => {
      await until(() => emitted('queue_failed').length >= 2);
      await until(() => worker.counts === undefined);
    });
    for (const { queue, error } of emitted('queue_failed'))
      expect([queue, error.code]).to.deep.equal(['webhooks', 'ER_NO_SUCH_TABLE']);
    await worker.add(`${receiver.url}/`);

    await until(() => receiver.seen > 0 && worker.counts?.enabled === 1);
    await worker.stop();
    await receiver.close();
  });
});
