import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { compiled } from '../../test/support/command.ts';
import { expectGood } from '../faults/expectGood.ts';
import { runTrial } from '../faults/trial.ts';
import { clusterFaults, OnRedisCluster } from './redisClusterTopology.ts';

const chosen = ['master of article killed', 'slots of busy queues moved'];
const disconnectWhileReading = path.resolve(import.meta.dirname, 'disconnectWhileReading.ts');

/** Injects some faults once, with few users; `npm run test:all -- topologies` injects each three times. */
describe('Redis Cluster under load (kills masters) [cluster-failover] [cluster-slots-moved]', function () {
  this.timeout(120_000);
  let cluster: OnRedisCluster;
  before(async () => {
    await compiled();
    cluster = await OnRedisCluster.start();
  });
  after(() => cluster?.stop());

  for (const fault of clusterFaults.filter(({ name }) => chosen.includes(name)))
    it(fault.name, async () => {
      expectGood(await runTrial(cluster, fault, { seed: 1, users: 8, calmMs: 300 }));
    });

  it('does not keep a process that disconnects while it reads the slots', async () => {
    const words = ['--import', 'tsx', disconnectWhileReading, cluster.redis.url];
    // Rejects when the process has to be killed.
    await promisify(execFile)(process.execPath, words, { timeout: 30_000 });
  });
});
