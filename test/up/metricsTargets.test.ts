import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { MetricsTargets } from '../../up/roles/metricsTargets.ts';
import { defaultWorkers, type Role, rolesOf } from '../../up/roles/roles.ts';
import { cleanUp, dataFolder } from '../support/dataFolders.ts';
import { freePort, withTakenPort } from '../support/ports.ts';
import { until } from '../support/until.ts';

const roles = rolesOf({ ...defaultWorkers, gateway: 1 });
const [gateway, account] = roles as [Role, Role];

describe('ports of metrics under up', () => {
  after(cleanUp);

  const targetsIn = (folder: string, metricsPort = 0) =>
    new MetricsTargets({ dataFolder: folder, metricsHost: '127.0.0.1', metricsPort }, roles);
  const written = async (folder: string) =>
    JSON.parse(await readFile(path.join(folder, 'metrics.json'), 'utf8').catch(() => '[]'));

  it('are METRICS_PORT and those after it', async () => {
    const targets = targetsIn(await dataFolder(), 9_464);

    expect(roles.map((role) => targets.portFor(role))).to.deep.equal(roles.map((_, index) => 9_464 + index));
  });

  it('are chosen by the system at first, written for Prometheus, and kept by the next up', async () => {
    const folder = await dataFolder();
    const port = await freePort();
    const first = targetsIn(folder);
    expect(first.portFor(gateway)).to.equal(0);

    first.note(gateway, port);
    await until(async () => (await written(folder)).length === 1);

    expect(await written(folder)).to.deep.equal([
      { targets: [`127.0.0.1:${port}`], labels: { role: 'gateway' } },
    ]);
    expect([...first.urls]).to.deep.equal([['gateway', `http://127.0.0.1:${port}/metrics`]]);
    const next = targetsIn(folder);
    await next.check(gateway);
    expect([gateway, account].map((role) => next.portFor(role))).to.deep.equal([port, 0]);
  });

  it('are given up when somebody else has taken them', async () => {
    await withTakenPort(async (port) => {
      const targets = targetsIn(await dataFolder());
      targets.note(gateway, port);

      await targets.check(gateway);

      expect(targets.portFor(gateway)).to.equal(0);
    });
  });
});
