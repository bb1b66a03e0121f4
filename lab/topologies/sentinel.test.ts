import { compiled } from '../../test/support/command.ts';
import { expectGood } from '../faults/expectGood.ts';
import { runTrial } from '../faults/trial.ts';
import { BehindSentinel, sentinelFaults } from './sentinelTopology.ts';

/** Injects each fault once, with few users; `npm run test:all -- topologies` injects each three times. */
describe('Redis with Sentinel under load (kills masters) [sentinel-failover]', function () {
  this.timeout(120_000);
  let redis: BehindSentinel;
  before(async () => {
    await compiled();
    redis = await BehindSentinel.start();
  });
  after(() => redis?.stop());

  for (const fault of sentinelFaults)
    it(`${fault.name}: ${fault.promise}`, async () => {
      expectGood(await runTrial(redis, fault, { seed: 1, users: 8, calmMs: 300 }));
    });
});
