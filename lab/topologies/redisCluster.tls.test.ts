import { expect } from 'chai';
import type { Emit } from '../../shared/runtime/process/log.ts';
import { clusterTagOf } from '../../shared/wire/clusterTags.ts';
import { newAccount } from '../../test/support/account.ts';
import { Authority } from '../../test/support/certificates.ts';
import { startCluster } from '../../test/support/cluster.ts';
import { RedisCluster } from '../../test/support/redisCluster.ts';
import { killServer } from '../faults/servers.ts';

describe('a Redis Cluster over TLS (kills a master)', function () {
  this.timeout(120_000);
  let authority: Authority;
  let redis: RedisCluster;
  before(async () => {
    authority = new Authority();
    const files = authority.certify('node', ['DNS:localhost']);
    redis = await RedisCluster.start({ ...files, authority: authority.file });
  });
  after(async () => {
    await redis?.stop();
    authority.remove();
  });

  it('serves gateways and workers, also when a master is killed [cluster-failover]', async () => {
    const failed: string[] = [];
    const emit: Emit = (event, fields) => {
      if (event === 'queue_failed') failed.push(JSON.stringify(fields));
    };
    const cluster = await startCluster({ redis: redis.tlsUrl(authority.file), emit });
    try {
      const account = await newAccount({}, cluster);
      await account.client.article.create({ article_title: 'before' });
      const lines = await Promise.all(redis.nodes.map((node) => connectionsTo(node.redis)));
      const master = await redis.masterOf(clusterTagOf('article'));
      expect(failed).to.deep.equal([]);

      await killServer(master.server);
      await account.client.article.create({ article_title: 'after' });

      const ports = new Set(lines.flat().map((line) => Number(/ laddr=\S+:(\d+) /.exec(line)?.[1])));
      expect([...ports]).to.include.members(redis.nodes.slice(0, 3).map(({ tlsPort }) => tlsPort));
      expect(redis.nodes.map(({ port }) => port).filter((port) => ports.has(port))).to.deep.equal([]);
    } finally {
      await cluster.stop();
    }
  });
});

/** The lines of CLIENT LIST of the user that gateways and workers sign in as. */
async function connectionsTo(node: RedisCluster['nodes'][number]['redis']): Promise<readonly string[]> {
  const list = String(await node.client('LIST'));
  return list.split('\n').filter((line) => line.includes(' user=counterfoil '));
}
