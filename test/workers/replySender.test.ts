import { expect } from 'chai';
import { Redis } from 'ioredis';
import { newId } from '../../shared/idents.ts';
import { replyStream } from '../../shared/queues.ts';
import { ReplySender } from '../../workers/replySender.ts';
import { repliesIn } from '../support/queues.ts';
import { redisUrl } from '../support/servers.ts';

describe('replySender', () => {
  let redis: Redis;
  let other: Redis;
  let sender: ReplySender;
  let stream: string;
  before(() => {
    redis = new Redis(redisUrl(12));
    other = new Redis(redisUrl(12));
  });
  beforeEach(() => {
    sender = new ReplySender(redis);
    stream = replyStream(newId());
  });
  after(() => {
    redis.disconnect();
    other.disconnect();
  });

  const reply = (envelope: string, code = '') => ({ code, envelope });
  const entries = async (of = stream) => repliesIn(await redis.xrange(of, '-', '+'));

  it('sends many replies as one entry for each gateway', async () => {
    const another = replyStream(newId());
    const sent = Array.from({ length: 1_000 }, (_, at) => [newId(), reply(`{"no":${at}}`)] as const);
    const gateways = [stream, another] as const;

    sent.forEach(([id, its], at) => sender.send(gateways[at % 2] ?? '', id, its));
    await sender.flush();

    expect(await entries(stream)).to.deep.equal([sent.filter((_, at) => at % 2 === 0)]);
    expect(await entries(another)).to.deep.equal([sent.filter((_, at) => at % 2 === 1)]);
  });

  it('sends what several jobs give in the same tick together', async () => {
    const flushes = ['a', 'b', 'c'].map((id) => {
      sender.send(stream, id, reply('{}'));
      return sender.flush();
    });

    await Promise.all(flushes);

    expect(await entries()).to.deep.equal([['a', 'b', 'c'].map((id) => [id, reply('{}')])]);
  });

  it('sends what comes later as the next entry', async () => {
    sender.send(stream, 'a', reply('{}'));
    await sender.flush();
    sender.send(stream, 'b', reply('{}'));

    await sender.flush();

    expect(await entries()).to.deep.equal([[['a', reply('{}')]], [['b', reply('{}')]]]);
  });

  it('carries codes and envelopes as they are', async () => {
    const replies = [
      reply('{"message":"a\\nb\n"}'),
      reply('', 'internal_error'),
      reply('{"data":"😀"}', 'value_exists'),
    ];
    for (const [at, its] of replies.entries()) sender.send(stream, `${at}`, its);

    await sender.flush();

    expect(await entries()).to.deep.equal([replies.map((its, at) => [`${at}`, its])]);
  });

  it('is done only when the replies are in Redis', async () => {
    sender.send(stream, 'a', reply('{}'));

    expect(await orderOf(() => sender.flush())).to.deep.equal(['written', 'flushed']);
  });

  it('waits for replies that are on their way for another job', async () => {
    sender.send(stream, 'a', reply('{}'));
    const waiting = async () => {
      void sender.flush();
      await new Promise(setImmediate);
      await sender.flush();
    };

    expect(await orderOf(waiting)).to.deep.equal(['written', 'flushed']);
  });

  /** What happens first, while Redis holds writing commands back: they are written, or the flush is done. */
  async function orderOf(flush: () => Promise<void>): Promise<readonly string[]> {
    const order: string[] = [];
    await other.client('PAUSE', 5_000, 'WRITE');
    const flushed = flush().then(() => order.push('flushed'));
    for (let asked = 0; asked < 10; asked += 1) await other.exists(stream);
    order.push('written');
    await other.client('UNPAUSE');
    await flushed;
    return order;
  }

  it('has nothing to wait for when nothing was given', async () => {
    await sender.flush();

    expect(await redis.exists(stream)).to.equal(0);
  });

  it('lets the stream of a gateway expire', async () => {
    sender.send(stream, 'a', reply('{}'));

    await sender.flush();

    expect(await redis.pttl(stream)).to.be.within(1, 60_000);
  });

  it('rejects when Redis refuses, and sends the next replies', async () => {
    const refusing = replyStream(newId());
    await redis.set(refusing, 'no stream');
    sender.send(refusing, 'a', reply('{}'));
    const refused = await sender.flush().catch((error: Error) => error.message);
    sender.send(stream, 'b', reply('{}'));

    await sender.flush();

    expect(refused).to.match(/^WRONGTYPE/);
    expect(await entries()).to.deep.equal([[['b', reply('{}')]]]);
  });
});
