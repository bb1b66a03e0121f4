// @early: one of the slowest.
import { rm } from 'node:fs/promises';
import { expect } from 'chai';
import { compiled } from '../../test/support/command.ts';
import { codeOfNewOperation } from './newOperation.ts';
import { nextRelease, nextVersion } from './nextRelease.ts';
import { UpgradeCluster } from './upgradeCluster.ts';
import { type Outcome, UpgradeLoad } from './upgradeLoad.ts';

/** Calls of every operation in a short state of the upgrade. */
const passing = 5;

/** Calls of every operation in a state that may last for long. */
const lasting = 15;

/** Number of findings of each kind that a failure shows. */
const shown = 5;

type Upgrade = (cluster: UpgradeCluster, load: UpgradeLoad) => Promise<void>;

/** Upgrades in the order that docs/deploying.md gives. */
const workersFirst: Upgrade = async (cluster, load) => {
  await cluster.addWorkers('next');
  await load.during('workers of both releases', passing);
  await cluster.removeWorkers();
  await load.during('present gateways, next workers', lasting);
  expect(await codeOfNewOperation(cluster.balancer.next(), load.bystander)).to.equal('method_unknown');
  await cluster.addGateways('next');
  await load.during('gateways of both releases', passing);
  await cluster.removeGateways();
};

const gatewaysFirst: Upgrade = async (cluster, load) => {
  await cluster.addGateways('next');
  await load.during('gateways of both releases', passing);
  await cluster.removeGateways();
  await load.during('next gateways, present workers', lasting);
  expect(await codeOfNewOperation(cluster.balancer.next(), load.bystander)).to.equal('internal_error');
  await cluster.addWorkers('next', 1);
  await load.during('one next worker', passing);
  await cluster.removeLastWorkers(1);
  await load.during('the next worker is gone', passing);
  await cluster.addWorkers('next');
  await load.during('workers of both releases', passing);
  await cluster.removeWorkers();
};

/** Goes back in the order that docs/deploying.md gives. */
async function goBack(cluster: UpgradeCluster): Promise<void> {
  await cluster.addGateways('present');
  await cluster.removeGateways();
  await cluster.removeWorkers();
  await cluster.command('next', 'migrate', 'down', '--yes');
  await cluster.addWorkers('present');
}

describe('rolling upgrade to the next release (builds and runs two releases)', function () {
  this.timeout(300_000);
  let nextFolder: string;
  before(compiled);
  before(async () => {
    nextFolder = await nextRelease();
  });
  after(() => rm(nextFolder, { recursive: true }));

  for (const [name, upgrade] of Object.entries({ workersFirst, gatewaysFirst }))
    it(`${name}: no call fails, none is lost or done twice [rolling-upgrade]`, async () => {
      const { calls, ...outcome } = await underLoad(nextFolder, upgrade);

      expectGood(outcome);
      expect(calls).to.be.above(1_000);
    });

  it('the way back loses nothing that was acknowledged, and calls succeed after it [rolling-upgrade]', async () => {
    const cluster = await UpgradeCluster.start(nextFolder);
    try {
      const upgraded = await UpgradeLoad.start(cluster);
      await cluster.command('next', 'migrate', 'up');
      await workersFirst(cluster, upgraded);
      await upgraded.during('next release', passing);
      // Calls fail while no worker runs.
      upgraded.stop();
      await upgraded.ended();
      await goBack(cluster);
      const back = await UpgradeLoad.start(cluster);
      await back.during('present release again', lasting);
      back.stop();

      expectGood(await upgraded.outcome());
      expectGood(await back.outcome());
      expect(await codeOfNewOperation(cluster.balancer.next(), back.bystander)).to.equal('method_unknown');
    } finally {
      await cluster.stop();
    }
  });
});

function expectGood(outcome: Omit<Outcome, 'calls'>): void {
  const found = ['failed', 'unready', 'lost', 'doubled', 'wrong'] as const;
  const first = found.map((kind) => [kind, outcome[kind].slice(0, shown)]);
  expect(Object.fromEntries(first)).to.deep.equal(Object.fromEntries(found.map((kind) => [kind, []])));
}

async function underLoad(nextFolder: string, upgrade: Upgrade) {
  const cluster = await UpgradeCluster.start(nextFolder);
  try {
    const load = await UpgradeLoad.start(cluster);
    try {
      await load.during('present release', passing);
      await cluster.command('next', 'migrate', 'up');
      await load.during('migrated', passing);
      await upgrade(cluster, load);
      await load.during('next release', passing);
      expect(await codeOfNewOperation(cluster.balancer.next(), load.bystander)).to.equal('');
      expect(await cluster.gatewayReleases()).to.have.members([null, nextVersion]);
    } finally {
      load.stop();
    }
    return await load.outcome();
  } finally {
    await cluster.stop();
  }
}
