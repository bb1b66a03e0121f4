// @early: one of the slowest.
import { expect } from 'chai';
import { allFaults } from './allFaults.ts';
import { clockFaults, startClockCluster } from './clockFaults.ts';
import { fullDisk, startDiskCluster } from './diskFaults.ts';
import { expectGood } from './expectGood.ts';
import { titleOf } from './fault.ts';
import { importUnderKills } from './importKills.ts';
import { ProxiedCluster } from './proxiedCluster.ts';
import { runTrial } from './trial.ts';
import { deadlyCall } from './workerFaults.ts';

/** The largest steps: the others are injected by `npm run test:all -- faults`. */
const largestSeconds = 1_800;

/** Injects each fault once, with fewer users and less time than the suite `faults`. The deadly call has its own file. */
describe('faults under load (breaks servers) [commit-first] [one-effect] [linearizable-records]', function () {
  this.timeout(120_000);
  let cluster: ProxiedCluster;
  before(async () => {
    cluster = await ProxiedCluster.start();
  });
  after(() => cluster?.stop());

  for (const [index, fault] of allFaults.entries()) {
    if (fault.guarantee === deadlyCall.guarantee) continue;
    it(titleOf(fault), async () => {
      expectGood(await runTrial(cluster, fault, { seed: index, users: 5, calmMs: 200 }));
    });
  }

  it('importer, worker, gateway, Redis and database killed in turn: every row is there once [import-outage]', async () => {
    const { summary, lost, doubled, wrong } = await importUnderKills(cluster, 20_000, 1);

    expect({ lost, doubled, wrong }).to.deep.equal({ lost: [], doubled: [], wrong: [] });
    expect(summary).to.include({ rows: 20_000, created: 20_000, refused: 0, isFinished: true });
  });

  it(titleOf(fullDisk), async () => {
    const disk = await startDiskCluster();
    if (!disk) return; // this user may not mount a disk, so none can be filled
    try {
      expectGood(await runTrial(disk.cluster, disk.fault, { seed: 1, users: 8, calmMs: 300 }));
    } finally {
      await disk.stop();
    }
  });
});

describe('stepped clocks under load (some 20 s of load each) [clock-steps]', function () {
  this.timeout(180_000);
  let steppable: Awaited<ReturnType<typeof startClockCluster>>;
  before(async () => {
    steppable = await startClockCluster();
  });
  after(() => steppable?.stop());

  for (const [index, fault] of clockFaults.entries())
    if (Math.abs(fault.seconds) === largestSeconds)
      it(titleOf(fault), async () => {
        const { cluster, faultOf } = steppable;
        expectGood(await runTrial(cluster, faultOf(fault), { seed: index, users: 5, calmMs: 200 }));
      });
});
