// @alone: its verdicts are about processors and times.
import { expect } from 'chai';
import { bottlenecks } from './bottlenecks.ts';
import { prove } from './prove.ts';
import { VerdictCluster } from './verdictCluster.ts';

/** Those that do not depend on how many processors are free; `npm run test:all -- verdicts` proves all of them, with a full window. */
const chosen = bottlenecks.filter(({ limit }) =>
  ['commits', 'numberSequence', 'pool', 'redis'].includes(limit),
);
const seconds = 6;

/** Other machines may take a processor for some seconds; then the part under test is not the limit. */
const maxRepeats = 2;

describe('verdicts on real servers (loads until something is the limit)', function () {
  this.timeout(60_000);
  let cluster: VerdictCluster;
  before(async () => {
    cluster = await VerdictCluster.start();
  });
  after(() => cluster?.stop());

  for (const bottleneck of chosen)
    it(`name the limit when it is: ${bottleneck.name}`, async () => {
      let { verdict, isRight } = await prove(cluster, bottleneck, seconds);
      for (let more = maxRepeats; !isRight && more > 0; more -= 1)
        ({ verdict, isRight } = await prove(cluster, bottleneck, seconds));

      expect(isRight, `${verdict.limit}: ${verdict.text}`).to.equal(true);
    });
});
