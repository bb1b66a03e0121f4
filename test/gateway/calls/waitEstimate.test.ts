import { expect } from 'chai';
import { WaitEstimate } from '../../../gateway/calls/waitEstimate.ts';

describe('wait estimate', () => {
  let now: number;
  let inFlight: number;
  let estimate: WaitEstimate;
  beforeEach(() => {
    now = 0;
    inFlight = 0;
    estimate = new WaitEstimate(now);
  });

  const enter = (calls: number) => {
    inFlight += calls;
  };
  /** The window in which the first calls came says nothing, since there was nothing to do before. */
  const begin = (calls: number) => {
    enter(calls);
    turnOver(1, 100);
  };
  const leave = (calls: number, isAnswered = true) => {
    for (let index = 0; index < calls; index += 1) estimate.update(--inFlight, isAnswered, now);
  };
  /** So many calls are answered after some milliseconds, and as many follow. */
  const turnOver = (calls: number, after: number) => {
    now += after;
    leave(calls);
    enter(calls);
  };

  it('is unknown before calls were answered', () => {
    enter(1_000);

    expect(estimate.msFor(1_000)).to.equal(0);
  });

  /** Workers are busy for long enough to show their rate. */
  const learn = (calls: number, after: number) => {
    for (let ms = 0; ms < 1_000; ms += after) turnOver(calls, after);
  };

  it('depends on how many calls were answered in a time', () => {
    begin(500);
    leave(99);
    enter(99);

    learn(100, 200);

    expect(estimate.msFor(1_000)).to.equal(2_000);
    expect(estimate.msFor(2_000)).to.equal(4_000);
  });

  it('takes no first rate from a pause and the answers after it', () => {
    begin(100);

    turnOver(1, 400);
    turnOver(60, 200);
    expect(estimate.msFor(100)).to.equal(0);
    learn(60, 200);

    expect(estimate.msFor(100)).to.be.below(1_000);
  });

  it('follows a rate that grows', () => {
    begin(500);
    learn(100, 200);

    for (let times = 0; times < 20; times += 1) turnOver(200, 100);

    expect(estimate.msFor(1_000)).to.be.closeTo(500, 25);
  });

  it('ignores the backlog of a queue that had no worker, and the rate at which it is answered', () => {
    begin(500);
    learn(100, 200);
    const known = estimate.msFor(1_000, now);

    estimate.recover(10_000, now);
    expect(estimate.msFor(1_000, now)).to.equal(0);
    for (let times = 0; times < 5; times += 1) turnOver(1, 900);
    leave(450);

    expect(estimate.msFor(1_000, now)).to.equal(known);
  });

  it('counts again when a queue that had no worker does not recover in time', () => {
    begin(500);
    learn(100, 200);
    const known = estimate.msFor(1_000, now);

    estimate.recover(10_000, now);
    now += 10_000;

    expect(estimate.msFor(1_000, now)).to.equal(known).and.to.be.above(0);
  });

  it('learns nothing while too few calls are in flight to keep workers busy', () => {
    begin(31);

    for (let times = 0; times < 10; times += 1) turnOver(1, 100);

    expect(estimate.msFor(1_000)).to.equal(0);
  });

  it('learns nothing from a window in which the calls in flight ran out', () => {
    begin(500);
    now += 50;
    leave(490);
    enter(490);
    turnOver(100, 50);

    expect(estimate.msFor(1_000)).to.equal(0);
  });

  it('learns nothing from an outage, nor from the answers that it delayed', () => {
    begin(500);
    learn(100, 100);
    const before = estimate.msFor(1_000);

    turnOver(1, 5_000);

    expect(estimate.msFor(1_000)).to.equal(before).and.to.be.above(0);
  });

  it('learns nothing from calls that were not answered', () => {
    begin(500);

    now += 200;
    leave(400, false);

    expect(estimate.msFor(1_000)).to.equal(0);
  });

  it('always lets in enough calls to learn the rate again', () => {
    begin(500);

    learn(1, 900);

    expect(estimate.msFor(64)).to.equal(0);
    expect(estimate.msFor(65)).to.be.above(0);
  });
});
