import { expect } from 'chai';
import { startGateway } from '../../gateway/gateway.ts';
import { heartbeatsKey } from '../../shared/calls/queues.ts';
import { Lifecycle } from '../../shared/process/lifecycle.ts';
import { ignoreEvents } from '../../shared/process/log.ts';
import { Fleet } from '../../standalone/roles/fleet.ts';
import { type RoleCounts, roleKinds } from '../../standalone/roles/roles.ts';
import { startWorker } from '../../workers/worker.ts';
import { newAccount } from '../support/account.ts';
import { gatewaySettings, workerSettings } from '../support/cluster.ts';
import { compiled } from '../support/command.ts';
import { openRedis } from '../support/openRedis.ts';
import { roleProcess } from '../support/roleProcess.ts';
import { redisUrl, servers } from '../support/servers.ts';
import { until } from '../support/until.ts';

const number = 11;
const none = Object.fromEntries(roleKinds.map((kind) => [kind, 0])) as unknown as RoleCounts;

describe('the fleet of up', function () {
  this.timeout(60_000);

  it('starts and stops workers while calls are made, without a failed one', async () => {
    await compiled();
    const redis = openRedis(number);
    const lifecycle = new Lifecycle(() => {});
    lifecycle.onStop('redis', () => redis.disconnect());
    const env = { REDIS_URL: redisUrl(number), DATABASE_URL: servers().mariadb.url };
    const gone: string[] = [];
    const fleet = new Fleet({
      make: ({ parameters }) => roleProcess(parameters.join(' '), { env }),
      onGone: ({ name }) => gone.push(name),
    });
    fleet.stopWith(lifecycle);
    await fleet.start({ ...none, article: 1 });
    const worker = await startWorker(
      ['account'],
      { ...workerSettings(number), lanes: ['interactive'] },
      ignoreEvents,
    );
    lifecycle.onStop('worker', () => worker.stop());
    const gateway = await startGateway(gatewaySettings(number), ignoreEvents);
    lifecycle.onStop('gateway', () => gateway.stop(), 20_000);
    const heartbeats = () =>
      redis.zcount(heartbeatsKey({ resource: 'article', lane: 'interactive' }, redis), Date.now(), '+inf');

    try {
      const url = `http://127.0.0.1:${gateway.port}`;
      const account = await newAccount(
        {},
        { url, gateways: [gateway], workers: [worker], stop: async () => {} },
      );
      const calling = new AbortController();
      let [calls, failed] = [0, 0];
      const caller = async () => {
        while (!calling.signal.aborted) {
          const { status, envelope } = await account.send('article.create', '{"article_title":"Tea"}');
          calls += 1;
          if (status !== 200 || !envelope.response) failed += 1;
        }
      };
      const callers = Promise.all(Array.from({ length: 8 }, caller));

      await fleet.scaleTo('article', 3);
      await until(async () => (await heartbeats()) === 3);
      const before = calls;
      await until(() => calls > before + 50);
      await fleet.scaleTo('article', 1);
      const after = calls;
      await until(() => calls > after + 50);
      calling.abort();
      await callers;

      expect(failed).to.equal(0);
      expect(fleet.count('article')).to.equal(1);
      expect(gone).to.have.members(['worker article interactive 2', 'worker article interactive 3']);
      expect(await heartbeats()).to.equal(1);
    } finally {
      await lifecycle.stop();
    }
  });
});
