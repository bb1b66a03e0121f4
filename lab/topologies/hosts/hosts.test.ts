import { expectGood } from '../../faults/expectGood.ts';
import { titleOf } from '../../faults/fault.ts';
import { runTrial } from '../../faults/trial.ts';
import { hostFaults } from './hostFaults.ts';
import { mayMakeHosts } from './hostNetwork.ts';
import { HostsCluster } from './hostsCluster.ts';

/** Faults that are injected here; `npm run test:all -- topologies` injects all. */
const chosen = hostFaults.filter(({ name }) =>
  ['host A loses Redis', 'host B loses the database'].includes(name),
);

describe('gateways and workers on two hosts (cuts networks under load) [hosts-apart]', function () {
  this.timeout(120_000);
  let cluster: HostsCluster | undefined;
  before(async () => {
    // Only root may; a skipped test would fail `.ci/run` for everybody else.
    if (mayMakeHosts()) cluster = await HostsCluster.start();
    else process.stderr.write('No hosts were tested: this user may not make network namespaces\n');
  });
  after(() => cluster?.stop());

  for (const [index, fault] of chosen.entries())
    it(titleOf(fault), async () => {
      if (cluster) expectGood(await runTrial(cluster, fault, { seed: index, users: 4, calmMs: 300 }));
    });
});
