import { expect } from 'chai';
import { LoadHistory } from '../../../../shared/wire/status/loadHistory.ts';

const minute = 60_000;
const load = (callsPerSecond: number, busy = 0.5) => ({ callsPerSecond, setsPerSecond: 1, busy });

describe('the history of loads', () => {
  it('keeps the latest of each size, smallest first', () => {
    const history = new LoadHistory();
    for (const each of [load(100), load(10), load(120, 0.9)]) history.add(each, 0);

    expect(history.loads).to.deep.equal([load(10), load(120, 0.9)]);
  });

  it('forgets loads of more than 15 minutes ago, and counts no idle ones', () => {
    const history = new LoadHistory();
    history.add(load(10), 0);
    history.add(load(0.2), 0);
    history.add(load(100), 16 * minute);

    expect(history.loads).to.deep.equal([load(100)]);
  });
});
