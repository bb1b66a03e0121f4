import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import type { EmbeddedServer } from '../../servers/embeddedServer.ts';
import { ignoreEvents } from '../../shared/runtime/process/log.ts';
import { connectToWait } from '../../shared/runtime/redis/redis.ts';
import { portOf, prepareSentinel, prepareWatched, urlOf } from '../support/redisSentinel.ts';
import { until } from '../support/until.ts';

/** Two servers, each with a Sentinel that takes it for the master, as during a fail-over. */
describe('a connection to Sentinels that disagree [sentinel-failover]', () => {
  const running: { stop(): Promise<void> }[] = [];
  let folder: string;
  let older: string;
  let newer: string;
  let urlOfNewer: string;
  let sentinels: readonly EmbeddedServer[];
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'counterfoil-sentinels-'));
    const [former, current] = await Promise.all(
      ['former', 'current'].map((name) => prepareWatched(path.join(folder, name))),
    );
    if (!former || !current) throw new Error('no servers');
    older = portOf(former);
    newer = portOf(current);
    urlOfNewer = current.url;
    sentinels = await Promise.all([
      prepareSentinel(path.join(folder, '0'), former, 1),
      prepareSentinel(path.join(folder, '1'), current, 2),
    ]);
    for (const server of [former, current, ...sentinels]) {
      await server.start();
      running.push(server);
    }
  });
  after(async () => {
    await Promise.all(running.map((server) => server.stop()));
    await rm(folder, { recursive: true, force: true });
  });

  for (const order of ['as given', 'reversed'] as const)
    it(`goes to the master of the newest fail-over, with Sentinels ${order}`, async () => {
      const asked = order === 'as given' ? sentinels : sentinels.toReversed();
      const redis = connectToWait(urlOf(asked), ignoreEvents, 0) as Redis;
      try {
        await until(() => redis.status === 'ready');

        expect(await redis.config('GET', 'port')).to.deep.equal(['port', newer]);
      } finally {
        redis.disconnect();
      }
    });

  it('sends a write again that its server refused as a replica', async () => {
    const redis = connectToWait(urlOf(sentinels), ignoreEvents, 0) as Redis;
    const server = new Redis(urlOfNewer);
    try {
      await until(() => redis.status === 'ready');
      await server.replicaof('127.0.0.1', older);
      const writing = redis.set('written', 'late');
      await once(redis, 'reconnecting');

      await server.replicaof('NO', 'ONE');

      expect(await writing).to.equal('OK');
      expect(await server.get('written')).to.equal('late');
    } finally {
      redis.disconnect();
      server.disconnect();
    }
  });

  it('goes to the other one when that Sentinel does not answer', async () => {
    const [first, second] = sentinels as [EmbeddedServer, EmbeddedServer];
    await second.stop();
    const redis = connectToWait(urlOf([second, first]), ignoreEvents, 0) as Redis;
    try {
      await until(() => redis.status === 'ready');

      expect(await redis.config('GET', 'port')).to.not.deep.equal(['port', newer]);
    } finally {
      redis.disconnect();
    }
  });
});
