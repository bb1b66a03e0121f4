import { once } from 'node:events';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import { ignoreEvents } from '../../shared/runtime/process/log.ts';
import { connectToBlock } from '../../shared/runtime/redis/blockingReader.ts';
import { clockKey, type RedisClient, redisTime, slotOf } from '../../shared/runtime/redis/client.ts';
import { becomesReady, connectToWait, reached } from '../../shared/runtime/redis/redis.ts';
import { rightsProblem } from '../../shared/runtime/redis/redisRequirements.ts';
import { freePort } from '../support/ports.ts';
import { type PrivateRedis, startPrivateRedis } from '../support/privateRedis.ts';
import { thrownBy } from '../support/thrown.ts';
import { until } from '../support/until.ts';

/** A Redis Cluster of one node, which has the slot of the clock only. */
describe('a node of a Redis Cluster', () => {
  let own: PrivateRedis;
  let node: Redis;
  const addSlotOf = (key: string) => node.call('CLUSTER', 'ADDSLOTS', slotOf(key));
  const connect = () => connectToWait(own.server.url.replace('redis:', 'redis+cluster:'), ignoreEvents, 0);
  before(async () => {
    const flags = [
      ['--cluster-enabled', 'yes'],
      ['--cluster-port', `${await freePort()}`],
      ['--cluster-announce-ip', '127.0.0.1'],
      ['--cluster-require-full-coverage', 'no'],
    ];
    own = await startPrivateRedis(flags.flat());
    node = new Redis(own.server.url);
    await addSlotOf(clockKey);
    await until(async () => /cluster_state:ok/.test(await node.cluster('INFO')));
  });
  after(async () => {
    node.disconnect();
    await own.remove();
  });

  const withCluster = async (work: (cluster: RedisClient) => Promise<void>) => {
    const cluster = connect();
    try {
      await becomesReady(cluster);
      await work(cluster);
    } finally {
      cluster.disconnect();
    }
  };

  it('reports the time', () =>
    withCluster(async (cluster) => {
      const before = Date.now();
      const time = await redisTime(cluster);

      expect(time).to.be.within(before - 1, Date.now() + 1);
    }));

  it('needs the address of a cluster', async () => {
    const message = await thrownBy(() => reached(connectToWait(own.server.url, ignoreEvents, 0)));

    expect(message).to.include('is a node of a Redis Cluster: begin REDIS_URL with redis+cluster://');
  });

  it('denies nothing by an end of the connection', async () => {
    const ended = new Redis(own.server.url);
    ended.disconnect();

    expect(await thrownBy(() => rightsProblem(ended))).to.equal('Connection is closed.');
  });

  it('is named if it evicts keys', async () => {
    await node.config('SET', 'maxmemory-policy', 'allkeys-lru');

    const message = await thrownBy(() => reached(connect()));

    expect(message).to.include(`node ${new URL(own.server.url).host}: evicts keys`);
    await node.config('SET', 'maxmemory-policy', 'noeviction');
  });

  it('answers a command that blocks on a key without a master when it becomes its master', () =>
    withCluster(async (cluster) => {
      const key = 'later';
      const reader = connectToBlock(cluster, { key, blockMs: 1_000, emit: ignoreEvents });
      const reading = reader.blpop(key, 0);
      await once(reader, 'reconnecting');

      await addSlotOf(key);
      await node.rpush(key, 'value');

      expect(await reading).to.deep.equal([key, 'value']);
      reader.disconnect();
    }));

  it('is not asked by a client that has disconnected', () =>
    withCluster(async (cluster) => {
      const ended = once(cluster, 'end');
      cluster.disconnect();
      await ended;

      const open = () => connectToBlock(cluster, { key: 'never', blockMs: 1_000, emit: ignoreEvents });
      expect(open).to.throw('the cluster is not connected');
    }));
});
