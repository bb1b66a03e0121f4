// @alone: neighbours of a deadly call wait for workers to start, and fail where that takes longer than their deadline.
import { expectGood } from './expectGood.ts';
import { titleOf } from './fault.ts';
import { ProxiedCluster } from './proxiedCluster.ts';
import { runTrial } from './trial.ts';
import { deadlyCall } from './workerFaults.ts';

describe('faults under load (kills workers) [deadly-call]', function () {
  this.timeout(120_000);

  it(titleOf(deadlyCall), async () => {
    const cluster = await ProxiedCluster.start();
    try {
      expectGood(await runTrial(cluster, deadlyCall, { seed: 1, users: 8, calmMs: 300 }));
    } finally {
      await cluster.stop();
    }
  });
});
