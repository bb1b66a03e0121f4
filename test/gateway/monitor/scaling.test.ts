import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { type Scaling, scaledRoles } from '../../../observe/diagnosis/scaling.ts';
import { readStatuses } from '../../../observe/status/readStatuses.ts';
import { MetricsServer } from '../../../shared/runtime/metrics/metricsServer.ts';
import type { RedisClient } from '../../../shared/runtime/redis/client.ts';
import { newAccount } from '../../support/account.ts';
import { type Cluster, startCluster } from '../../support/cluster.ts';
import { manifestsOf } from '../../support/kustomize.ts';
import { emptyRedis, openRedis } from '../../support/openRedis.ts';
import { until } from '../../support/until.ts';

const number = 13;

describe('/scaling of a gateway', () => {
  let cluster: Cluster;
  let redis: RedisClient;
  const servers: MetricsServer[] = [];
  before(async () => {
    await emptyRedis(number);
    redis = openRedis(number);
    cluster = await startCluster({ redis: number, gateways: 2 });
    for (const gateway of cluster.gateways) {
      const server = await MetricsServer.listen({ host: '127.0.0.1', port: 0 });
      server.serve(gateway.monitor);
      servers.push(server);
    }
    const account = await newAccount({}, cluster);
    await account.client.article.create({ article_title: 'Tea' });
    await until(async () => (await readStatuses(redis)).length === 3);
  });
  after(async () => {
    for (const server of servers) server.close();
    await cluster.stop();
    redis.disconnect();
  });

  const ask = (server: MetricsServer | undefined) => fetch(`http://127.0.0.1:${server?.port}/scaling`);

  it('is answered by each of them, for all processes', async () => {
    const answers = await Promise.all(
      servers.map(async (server) => (await (await ask(server)).json()) as Scaling),
    );

    for (const { target_ms, roles, queues } of answers) {
      expect(target_ms).to.equal(500);
      expect(Object.keys(roles)).to.have.members(scaledRoles);
      expect(roles.gateway).to.include({ running: 2, bottleneck: 'none' });
      expect(roles.article).to.include({ processes: 1, running: 1, bottleneck: 'none' });
      expect(roles.article.inputs).to.have.all.keys(
        'oldest_call_ms',
        'p99_ms',
        'calls_per_second',
        'calls_in_flight',
        'rejected_per_second',
        'load',
      );
      expect(queues['article.bulk']).to.include({ running: 1 });
    }
  });

  it('has what the ScaledObjects of KEDA read', async () => {
    const answer = await (await ask(servers[0])).json();
    const objects = await manifestsOf('deploy/kubernetes/keda/scaled-objects.yaml');
    const triggers = objects.flatMap(
      ({ spec }) => (spec as { readonly triggers: readonly Trigger[] }).triggers,
    );

    expect(triggers).to.have.length(scaledRoles.length);
    for (const { metadata } of triggers) {
      expect(new URL(metadata.url).pathname).to.equal('/scaling');
      expect(answer).to.have.nested.property(metadata.valueLocation).that.is.a('number');
    }
    const services = readFileSync('deploy/kubernetes/base/services.yaml', 'utf8');
    const [host = ''] = new URL(triggers[0]?.metadata.url ?? '').hostname.split('.');
    expect(services).to.include(`name: ${host}\n`);
  });

  it('is 404 at a worker, with the reason', async () => {
    const server = await MetricsServer.listen({ host: '127.0.0.1', port: 0 });
    server.serve((cluster.workers[0] as Cluster['workers'][number]).monitor);
    const answer = await ask(server);
    server.close();

    expect(answer.status).to.equal(404);
    expect(await answer.text()).to.include('gateways answer /scaling');
  });
});

interface Trigger {
  readonly metadata: { readonly url: string; readonly valueLocation: string };
}
