// @early: one of the slowest.
import { expect } from 'chai';
import { compiled } from '../support/command.ts';
import { brokenConditions } from './brokenConditions.ts';
import { previousRelease, version } from './previousRelease.ts';
import { UpgradeCluster } from './upgradeCluster.ts';
import { UpgradeLoad } from './upgradeLoad.ts';

/** Calls of every operation in each state of the upgrade; more in a state that may last for long. */
const [passing, lasting] = [5, 15];

/** How many of each kind a failure shows. */
const shown = 5;

type Upgrade = (cluster: UpgradeCluster, load: UpgradeLoad) => Promise<void>;

/** In the order that docs/deploying.md gives. */
const workersFirst: Upgrade = async (cluster, load) => {
  await cluster.addWorkers('present');
  await load.during('workers of both releases', passing);
  await cluster.removeWorkers();
  await load.during('previous gateways, present workers', lasting);
  await cluster.addGateways('present');
  await load.during('gateways of both releases', passing);
  await cluster.removeGateways();
};

const gatewaysFirst: Upgrade = async (cluster, load) => {
  await cluster.addGateways('present');
  await load.during('gateways of both releases', passing);
  await cluster.removeGateways();
  await load.during('present gateways, previous workers', lasting);
  await cluster.addWorkers('present', 1);
  await load.during('one present worker', passing);
  await cluster.removeLastWorkers(1);
  await load.during('the present worker is gone', passing);
  await cluster.addWorkers('present');
  await load.during('workers of both releases', passing);
  await cluster.removeWorkers();
};

describe(`rolling upgrade from ${version}`, function () {
  this.timeout(300_000);
  before(compiled);

  for (const [name, upgrade] of Object.entries({ workersFirst, gatewaysFirst }))
    it(`${name}: no call fails, none is lost or done twice [rolling-upgrade]`, async () => {
      const release = await previousRelease();
      // A source archive has no history, and a skipped test would fail `.ci/run` there.
      if ('lacks' in release)
        return printLine(`No rolling upgrade was tested: this folder lacks ${release.lacks}`);
      const { calls, ...outcome } = await underLoad(release.folder, upgrade);

      const first = Object.entries(outcome).map(([kind, found]) => [kind, found.slice(0, shown)]);
      expect(Object.fromEntries(first)).to.deep.equal({
        failed: [],
        unready: [],
        lost: [],
        doubled: [],
        wrong: [],
      });
      expect(calls).to.be.above(1_000);
    });
});

async function underLoad(previousFolder: string, upgrade: Upgrade) {
  const cluster = await UpgradeCluster.start(previousFolder);
  try {
    const load = await UpgradeLoad.start(cluster);
    try {
      await load.during('previous release', passing);
      await cluster.command('present', 'migrate', 'up');
      await load.during('migrated', passing);
      await upgrade(cluster, load);
      await load.during('present release', passing);
      expect(await brokenConditions(cluster.balancer.next(), load.bystander)).to.deep.equal({
        codes: ['record_changed', 'record_changed'],
        title: 'unchanged',
      });
    } finally {
      load.stop();
    }
    return await load.outcome();
  } finally {
    await cluster.stop();
  }
}

function printLine(line: string): void {
  process.stderr.write(`${line}\n`);
}
