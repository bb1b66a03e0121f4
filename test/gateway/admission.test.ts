import { expect } from 'chai';
import { Admission } from '../../gateway/calls/admission.ts';

const [flooding, other] = [1, 2];

describe('admission', () => {
  const limits = { calls: 100, bytes: 10_000, waitMs: 1_000 };
  let admission: Admission;
  beforeEach(() => {
    admission = new Admission(limits);
  });
  /** Enters calls of an account for as long as they are admitted; returns how many were. */
  const flood = (account: number, bytes = 10): number => {
    let entered = 0;
    while (entered <= limits.calls && admission.admits('article', account, bytes)) {
      admission.enter('article', account, bytes);
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
    expect(admission.admits('article', flooding, 10)).to.equal(false);

    for (let at = 0; at < entered; at += 1) admission.leave('article', flooding, 10, true);

    expect(flood(flooding)).to.equal(entered);
  });

  it('holds no more bytes than it may', () => {
    expect(flood(flooding, 3_000)).to.equal(3);
    expect(admission.admits('article', other, 1_001)).to.equal(false);
    expect(admission.admits('article', other, 1_000)).to.equal(true);
  });
});
