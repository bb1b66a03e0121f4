import { expect } from 'chai';
import { Admission } from '../../../gateway/calls/admission.ts';
import { bulkLimits } from '../../../gateway/calls/bulkRoom.ts';

const [flooding, other] = [1, 2];
const load = (account: number, bytes = 10) => ({ resource: 'article', account, bytes }) as const;
const group = (account: number, bytes = 10, calls = 1) =>
  ({ account, calls, bytes, resources: ['article'] }) as const;

describe('admission', () => {
  const limits = { calls: 100, bytes: 10_000, waitMs: 1_000 };
  let admission: Admission;
  beforeEach(() => {
    admission = new Admission(limits);
  });
  /** Enters calls of an account for as long as they are admitted; returns how many were. */
  const flood = (account: number, bytes = 10): number => {
    let entered = 0;
    while (entered <= limits.calls && admission.admits(group(account, bytes))) {
      admission.enter(load(account, bytes));
      entered += 1;
    }
    return entered;
  };

  it('leaves a fifth of the room to others, however an account floods', () => {
    expect(flood(flooding)).to.equal(80);
    expect(flood(other)).to.equal(16);
  });

  it('admits again what has left', () => {
    const entered = flood(flooding);
    expect(admission.admits(group(flooding))).to.equal(false);

    for (let at = 0; at < entered; at += 1) admission.leave(load(flooding), true);

    expect(flood(flooding)).to.equal(entered);
  });

  it('leaves a fifth of the bytes to others too', () => {
    expect(flood(flooding, 1_000)).to.equal(8);
    expect(admission.admits(group(other, 2_001))).to.equal(false);
    expect(admission.admits(group(other, 2_000))).to.equal(true);
  });

  it('lets a group in whole or not at all', () => {
    expect(admission.admits(group(other, 10, 80))).to.equal(true);
    expect(admission.admits(group(other, 10, 81))).to.equal(false);

    admission.enter(load(flooding));
    admission.enter(load(flooding));

    expect(admission.admits(group(other, 10, 79))).to.equal(true);
    expect(admission.admits(group(other, 10, 80))).to.equal(false);
  });

  it('has room for several of the largest batches, however few single calls are let in', () => {
    const bulk = new Admission(bulkLimits({ calls: 1, bytes: 1, waitMs: 1_000 }));
    const [calls, bytes] = [1_000, 8_388_608];

    expect(bulk.admits({ account: flooding, calls, bytes, resources: ['article', 'customer'] })).to.equal(
      true,
    );
  });
});
