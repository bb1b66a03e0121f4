import { expect } from 'chai';
import { Admission, AnswerBytes, bulkLimits } from '../../../gateway/calls/admission.ts';

const [flooding, other] = [1, 2];
const load = (caller: number, bytes = 10) => ({ resource: 'article', caller, bytes }) as const;
const group = (caller: number | 'unknown', bytes = 10, calls = 1) =>
  ({ caller, calls, bytes, resources: ['article'] }) as const;
const allServed = { isMissing: () => false };

describe('admission', () => {
  const limits = { calls: 100, bytes: 10_000, waitMs: 1_000 };
  let admission: Admission;
  beforeEach(() => {
    admission = new Admission('interactive', limits, allServed);
  });
  /** Enters calls of an account for as long as they are admitted; returns how many were. */
  const flood = (account: number, bytes = 10): number => {
    let entered = 0;
    while (entered <= limits.calls && !admission.refusal(group(account, bytes))) {
      admission.enter(load(account, bytes));
      entered += 1;
    }
    return entered;
  };

  it('leaves a fifth of the room to others, however an account floods [account-share]', () => {
    expect(flood(flooding)).to.equal(80);
    expect(flood(other)).to.equal(16);
  });

  it('admits again what has left', () => {
    const entered = flood(flooding);
    expect(admission.refusal(group(flooding))).to.equal('account_share');

    for (let at = 0; at < entered; at += 1) admission.leave(load(flooding), true);

    expect(flood(flooding)).to.equal(entered);
  });

  it('leaves a fifth of the bytes to others too [account-share]', () => {
    expect(flood(flooding, 1_000)).to.equal(8);
    expect(admission.refusal(group(other, 2_001))).to.equal('bytes');
    expect(admission.refusal(group(other, 2_000))).to.equal(undefined);
  });

  it('lets a group in as a whole or not at all', () => {
    expect(admission.refusal(group(other, 10, 80))).to.equal(undefined);
    expect(admission.refusal(group(other, 10, 81))).to.equal('account_share');

    admission.enter(load(flooding));
    admission.enter(load(flooding));

    expect(admission.refusal(group(other, 10, 79))).to.equal(undefined);
    expect(admission.refusal(group(other, 10, 80))).to.equal('account_share');
  });

  it('has room for several of the largest batches, however few single calls are let in', () => {
    const bulk = new Admission('bulk', bulkLimits({ calls: 1, bytes: 1, waitMs: 1_000 }), allServed);
    const [calls, bytes] = [1_000, 8_388_608];

    expect(bulk.refusal({ caller: flooding, calls, bytes, resources: ['article', 'customer'] })).to.equal(
      undefined,
    );
  });

  it('lets nothing into a queue that no worker serves', () => {
    const isMissing = ({ resource }: { resource: string }) => resource === 'article';
    const unserved = new Admission('interactive', limits, { isMissing });

    expect(unserved.refusal(group(other))).to.equal('no_worker');
    expect(unserved.refusal({ ...group(other), resources: ['customer'] })).to.equal(undefined);
  });

  it('counts an unknown caller as one that has nothing in flight', () => {
    flood(flooding);

    expect(admission.refusal(group('unknown'))).to.equal(undefined);
    expect(admission.refusal(group(flooding))).to.equal('account_share');
  });
});

describe('bytes of answers', () => {
  it('fit until there are too many, and again when they are written', () => {
    const answers = new AnswerBytes(100);
    const written = answers.hold(1, 70);

    expect(answers.fits(2, 30)).to.equal(true);
    expect(answers.fits(2, 31)).to.equal(false);
    written();
    expect(answers.fits(2, 100)).to.equal(true);
  });

  it('that are written twice count once', () => {
    const answers = new AnswerBytes(100);
    const written = answers.hold(1, 50);
    answers.hold(2, 50);
    written();
    written();

    expect(answers.fits(3, 50)).to.equal(true);
    expect(answers.fits(3, 51)).to.equal(false);
  });

  it('leave a fifth to the accounts that read theirs', () => {
    const answers = new AnswerBytes(100);
    answers.hold(1, 79);
    expect(answers.fits(1, 1)).to.equal(true);
    answers.hold(1, 1);

    expect(answers.fits(1, 1)).to.equal(false);
    expect(answers.fits(2, 20)).to.equal(true);
  });

  it('may take all that is free of an account that holds none', () => {
    expect(new AnswerBytes(100).fits(1, 100)).to.equal(true);
  });
});
