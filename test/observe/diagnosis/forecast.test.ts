import { expect } from 'chai';
import { forecastOf, reserve } from '../../../observe/diagnosis/forecast.ts';
import type { MeasuredLoad } from '../../../shared/wire/status/processStatus.ts';
import { workerStatus } from '../statuses.ts';

/** Processor seconds of a set and of each of its calls. */
const setCost = 0.004;
const callCost = 0.0005;

/** Returns the measured load of a worker whose sets grow with the load. */
function loadAt(callsPerSecond: number, callsInSet: number): MeasuredLoad {
  const setsPerSecond = callsPerSecond / callsInSet;
  return { callsPerSecond, setsPerSecond, busy: setsPerSecond * setCost + callsPerSecond * callCost };
}

const withLoads = (...loads: readonly MeasuredLoad[]) => [{ ...workerStatus(), loads }];
const low = loadAt(50, 1);
const high = loadAt(400, 5);

/** Number of workers for calls in sets of this size. */
const truth = (callsPerSecond: number, callsInSet: number) =>
  Math.ceil(loadAt(callsPerSecond, callsInSet).busy / reserve);

describe('a forecast', () => {
  it('from two loads contains the truth, far below the line from zero', () => {
    for (const [times, callsInSet] of [
      [2, 8],
      [5, 12],
      [10, 20],
    ] as const) {
      const { at_least, at_most, trust } = forecastOf(withLoads(low, high), 400 * times);
      const needed = truth(400 * times, callsInSet);

      expect(needed).to.be.within(at_least, at_most);
      expect(trust).not.to.equal('guessed');
    }
    const line = forecastOf(withLoads(low), 4_000).at_most;
    expect(forecastOf(withLoads(low, high), 4_000).at_most).to.be.below(line / 2);
  });

  it('from one load is a wide range, and says that it is guessed', () => {
    const { at_least, at_most, trust } = forecastOf(withLoads(low), 4_000);

    expect(trust).to.equal('guessed');
    expect(at_most / at_least).to.be.above(3);
    expect(truth(4_000, 20)).to.be.within(at_least, at_most);
  });

  it('of a load that was measured says so', () => {
    expect(forecastOf(withLoads(low, high), 300).trust).to.equal('measured');
  });

  it('of no calls needs one process', () => {
    expect(forecastOf(withLoads(low, high), 0)).to.deep.equal({ at_least: 1, at_most: 1, trust: 'guessed' });
    expect(forecastOf([], 10)).to.deep.equal({ at_least: 1, at_most: 1, trust: 'guessed' });
  });

  it('ignores that a busy machine makes a higher load look dearer', () => {
    const cheap = { ...low, busy: 0.05 };
    const dear = { ...high, busy: 1 };

    expect(forecastOf(withLoads(cheap, dear), 800).at_most).to.equal(Math.ceil(800 / 400 / reserve));
  });
});
