import { expect } from 'chai';
import { Durations, percentile } from '../../shared/wire/status/durations.ts';
import { SlidingWindow } from '../../shared/wire/status/slidingWindow.ts';

describe('sliding windows', () => {
  it('have no rates before the second sample', () => {
    const window = new SlidingWindow({ calls: 0 });
    expect([window.ms, window.rates, window.means]).to.deep.equal([0, { calls: 0 }, { calls: 0 }]);
    window.add({ calls: 5 }, 0);

    expect([window.ms, window.rates, window.means]).to.deep.equal([0, { calls: 0 }, { calls: 5 }]);
  });

  it('take rates over ten seconds and forget what was before', () => {
    const window = new SlidingWindow([0, 0]);
    for (let second = 0; second <= 20; second += 1)
      window.add([second * 7, second <= 5 ? 100 : 0], second * 1_000);

    expect([window.ms, window.growth, window.rates]).to.deep.equal([10_000, [70, 0], [7, 0]]);
    expect(window.means[1]).to.equal(0);
  });

  it('give percentiles of durations with an error of at most a quarter', () => {
    const durations = new Durations();
    for (let ms = 1; ms <= 1_000; ms += 1) durations.observe(ms);

    for (const [share, expected] of [
      [0.5, 500],
      [0.99, 990],
    ] as const)
      expect(percentile(durations.counts, share), `${share}`).to.be.within(expected / 1.25, expected * 1.25);
    expect(percentile(new Durations().counts, 0.5)).to.equal(undefined);
  });

  it('count the shortest and the longest durations', () => {
    const durations = new Durations();
    for (const ms of [0, 0.01, 1e9]) durations.observe(ms);

    expect(durations.counts.reduce((sum, count) => sum + count, 0)).to.equal(3);
    expect(percentile(durations.counts, 1)).to.be.above(600_000);
  });
});
