import { expect } from 'chai';
import { WaitEstimate } from '../../gateway/calls/waitEstimate.ts';
import { until } from '../support/until.ts';
import { watched } from '../support/waiting.ts';

/** Lets as many calls enter as are answered, until the estimate is another one. */
async function turnOver(estimate: WaitEstimate, calls: number): Promise<void> {
  const before = estimate.msFor(1_000);
  await until(() => {
    for (let at = 0; at < calls; at += 1) estimate.enter();
    for (let at = 0; at < calls; at += 1) estimate.leave(true);
    return estimate.msFor(1_000) !== before;
  });
}

describe('wait estimate', () => {
  let estimate: WaitEstimate;
  beforeEach(() => {
    estimate = new WaitEstimate();
  });
  const enter = (calls: number) => {
    for (let at = 0; at < calls; at += 1) estimate.enter();
  };

  it('knows nothing before calls were answered while enough were under way', () => {
    enter(1_000);

    expect(estimate.msFor(1_000)).to.equal(0);
    expect(estimate.underWay).to.equal(1_000);
  });

  it('goes by how many were answered while enough were under way', async () => {
    enter(40);

    await turnOver(estimate, 1);

    expect(estimate.msFor(1_000)).to.be.above(0);
    expect(estimate.msFor(2_000)).to.equal(2 * estimate.msFor(1_000));
    expect(estimate.underWay).to.equal(40);
  });

  it('lets so few calls in that the rate can be learnt anew, however low it was', async () => {
    enter(40);

    await turnOver(estimate, 1);

    expect(estimate.msFor(64)).to.equal(0);
    expect(estimate.msFor(65)).to.be.above(0);
  });

  it('learns nothing from calls that were not answered', async () => {
    enter(40);
    const patience = watched(new Promise((resolve) => setTimeout(resolve, 300)));

    await until(() => {
      estimate.enter();
      estimate.leave(false);
      return patience.isSettled();
    });

    expect(estimate.msFor(1_000)).to.equal(0);
  });
});
