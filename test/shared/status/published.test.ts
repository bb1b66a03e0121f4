import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import { readStatuses } from '../../../shared/status/readStatuses.ts';
import { newAccount } from '../../support/account.ts';
import { startCluster } from '../../support/cluster.ts';
import { redisUrl } from '../../support/servers.ts';

describe('published statuses', () => {
  it('prints', async () => {
    const cluster = await startCluster({ redis: 12 });
    const account = await newAccount({}, cluster);
    const redis = new Redis(redisUrl(12));
    for (let i = 0; i < 30; i++) {
      await Promise.all(
        Array.from({ length: 20 }, () => account.client.article.create({ article_title: 'Tee' })),
      );
      await pause(100);
    }
    console.log(JSON.stringify(await readStatuses(redis), undefined, 1));
    await cluster.stop();
    expect(await readStatuses(redis)).to.deep.equal([]);
    redis.disconnect();
  });
});
