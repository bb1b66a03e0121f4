import { expect } from 'chai';
import { Redis } from 'ioredis';
import { newId } from '../../../shared/contract/values/idents.ts';
import { maxStepMs } from '../../../shared/runtime/redis/clock.ts';
import { internalError, type Reply } from '../../../shared/wire/envelope.ts';
import { replyStream } from '../../../shared/wire/queues.ts';
import { ReplySender } from '../../../workers/jobs/replySender.ts';
import { type PrivateRedis, startPrivateRedis } from '../../support/privateRedis.ts';
import { repliesIn } from '../../support/queues.ts';
import { doneWith } from '../../support/replies.ts';
import { until } from '../../support/until.ts';
import { watched } from '../../support/waiting.ts';

/** Pauses, fills and watches a Redis of its own. */
describe('replySender', () => {
  let server: PrivateRedis;
  let redis: Redis;
  let other: Redis;
  let sender: ReplySender;
  let stream: string;
  before(async () => {
    server = await startPrivateRedis();
    redis = new Redis(server.server.url);
    other = new Redis(server.server.url);
  });
  beforeEach(() => {
    sender = new ReplySender(redis);
    stream = replyStream(newId());
  });
  after(async () => {
    redis.disconnect();
    other.disconnect();
    await server.remove();
  });

  let last = Promise.resolve();
  const send = (to: string, id: string, its: Reply) => {
    last = sender.send(to, id, its);
  };
  const reply = doneWith;
  const entries = async (of = stream) => repliesIn(await redis.xrange(of, '-', '+'));

  it('sends many replies as one entry for each gateway', async () => {
    const another = replyStream(newId());
    const sent = Array.from({ length: 1_000 }, (_, index) => [newId(), reply(`{"no":${index}}`)] as const);
    const gateways = [stream, another] as const;

    sent.forEach(([id, its], index) => send(gateways[index % 2] ?? '', id, its));
    await last;

    expect(await entries(stream)).to.deep.equal([sent.filter((_, index) => index % 2 === 0)]);
    expect(await entries(another)).to.deep.equal([sent.filter((_, index) => index % 2 === 1)]);
  });

  it('sends the replies of several jobs in the same tick together', async () => {
    const flushes = ['a', 'b', 'c'].map((id) => {
      send(stream, id, reply('{}'));
      return last;
    });

    await Promise.all(flushes);

    expect(await entries()).to.deep.equal([['a', 'b', 'c'].map((id) => [id, reply('{}')])]);
  });

  it('sends later replies as the next entry', async () => {
    send(stream, 'a', reply('{}'));
    await last;
    send(stream, 'b', reply('{}'));

    await last;

    expect(await entries()).to.deep.equal([[['a', reply('{}')]], [['b', reply('{}')]]]);
  });

  it('puts large replies into entries of about half a mebibyte', async () => {
    const sizes = [100, 300_000, 300_000, 900_000, 10, 520_000, 10];
    const sent = sizes.map((size) => [newId(), reply('x'.repeat(size))] as const);

    for (const [id, its] of sent) send(stream, id, its);
    await last;

    const [a, b, c, d, e, f, g] = sent;
    expect(await entries()).to.deep.equal([[a, b], [c], [d], [e, f, g]]);
  });

  it('makes reads wait while Redis accepts nothing', async () => {
    await other.client('PAUSE', 20_000, 'WRITE');
    for (let index = 0; index < 20; index += 1) send(stream, `${index}`, reply('x'.repeat(1_000_000)));
    await new Promise(setImmediate);
    const drained = watched(sender.drained());
    for (let asked = 0; asked < 10; asked += 1) await other.exists(stream);

    expect(drained.isSettled()).to.equal(false);
    await other.client('UNPAUSE');
    await last;
    await drained.promise;
  });

  it('sends codes and envelopes unchanged', async () => {
    const replies = [
      reply('{"message":"a\\nb c"}'),
      internalError,
      { kind: 'refused', code: 'value_exists', envelope: '{"data":"😀"}' } as const,
    ];
    for (const [index, its] of replies.entries()) send(stream, `${index}`, its);

    await last;

    expect(await entries()).to.deep.equal([replies.map((its, index) => [`${index}`, its])]);
  });

  it('resolves only when the replies are in Redis', async () => {
    const give = () => {
      send(stream, 'a', reply('{}'));
      return last;
    };

    expect(await orderOf(give)).to.deep.equal(['written', 'flushed']);
  });

  /** Resolves to what happens first while Redis delays writing commands: the replies are written, or the sender resolves. */
  async function orderOf(give: () => Promise<void>): Promise<readonly string[]> {
    const order: string[] = [];
    await other.client('PAUSE', 5_000, 'WRITE');
    const flushed = give().then(() => order.push('flushed'));
    for (let asked = 0; asked < 10; asked += 1) await other.exists(stream);
    order.push('written');
    await other.client('UNPAUSE');
    await flushed;
    return order;
  }

  it('lets the stream of a gateway expire', async () => {
    send(stream, 'a', reply('{}'));

    await last;

    expect(await redis.pttl(stream)).to.be.within(maxStepMs, maxStepMs + 60_000);
  });

  it('lets a stream expire that it makes again after Redis was emptied', async () => {
    send(stream, 'a', reply('{}'));
    await last;
    await redis.del(stream);

    send(stream, 'b', reply('{}'));
    await last;

    expect(await entries()).to.deep.equal([[['b', reply('{}')]]]);
    expect(await redis.pttl(stream)).to.be.within(maxStepMs, maxStepMs + 60_000);
  });

  it('makes a stream and its expiry in one transaction', async () => {
    const monitor = await redis.monitor();
    const seen: string[] = [];
    monitor.on('monitor', (_, [name = '', key]: readonly string[]) => {
      if (key === undefined || key === stream) seen.push(name);
    });
    try {
      send(stream, 'a', reply('{}'));
      await last;
      await until(() => seen.includes('exec'));
    } finally {
      monitor.disconnect();
    }

    expect(seen).to.deep.equal(['multi', 'xadd', 'pexpire', 'exec']);
  });

  it('tries again while Redis accepts no writes', async () => {
    await redis.config('SET', 'maxmemory', '1');
    send(stream, 'a', reply('{}'));
    const sent = last;
    const refused = await redis.set('some', 'thing').catch((error: Error) => error.message);
    await redis.config('SET', 'maxmemory', '0');

    await sent;

    expect(refused).to.match(/^OOM/);
    expect(await redis.pttl(stream)).to.be.within(maxStepMs, maxStepMs + 60_000);
    expect(await entries()).to.deep.equal([[['a', reply('{}')]]]);
  });

  it('rejects when Redis refuses, and sends the next replies', async () => {
    const refusing = replyStream(newId());
    await redis.set(refusing, 'no stream');
    send(refusing, 'a', reply('{}'));
    const refused = await last.catch((error: Error) => error.message);
    send(stream, 'b', reply('{}'));

    await last;

    expect(refused).to.match(/^WRONGTYPE/);
    expect(await entries()).to.deep.equal([[['b', reply('{}')]]]);
  });
});
