import { expect } from 'chai';
import { AccountTally } from '../../../gateway/apps/accountTally.ts';
import { drawing } from '../../support/random.ts';

describe('the tally of accounts', () => {
  const [one, other] = [
    { account: 1, accountIdent: 'acc_1' },
    { account: 2, accountIdent: 'acc_2' },
  ];

  it('names the accounts with the most calls and the largest answers', () => {
    const tally = new AccountTally();
    tally.add(one, 3);
    tally.add(other);
    tally.add(other, 8);

    expect(tally.share).to.deep.equal({
      calls: 12,
      bytes: 0,
      active: 2,
      top: [
        { account: 'acc_2', calls: 9, bytes: 0 },
        { account: 'acc_1', calls: 3, bytes: 0 },
      ],
    });

    tally.add(one, 0, 500_000);
    expect(tally.share.bytes).to.equal(500_000);
    expect(tally.share.top[0]).to.deep.equal({ account: 'acc_1', calls: 3, bytes: 500_000 });
  });

  it('forgets calls after ten seconds', () => {
    const tally = new AccountTally();
    tally.add(one, 3);
    for (let second = 0; second < 9; second += 1) tally.nextSecond();
    tally.add(other);
    expect(tally.share.calls).to.equal(4);

    tally.nextSecond();
    expect(tally.share).to.deep.equal({
      calls: 1,
      bytes: 0,
      active: 1,
      top: [{ account: 'acc_2', calls: 1, bytes: 0 }],
    });

    for (let second = 0; second < 10; second += 1) tally.nextSecond();
    expect(tally.share).to.deep.equal({ calls: 0, bytes: 0, active: 0, top: [] });
  });

  it('counts what a sum over ten seconds counts, whatever comes in which second', () => {
    const { below } = drawing(7);
    const tally = new AccountTally();
    const seconds: { account: string; calls: number; bytes: number }[][] = [[]];
    for (let step = 0; step < 20_000; step += 1) {
      if (below(40) === 0) {
        tally.nextSecond();
        seconds.push([]);
        continue;
      }
      const account = below(4);
      const [calls, bytes] = [
        [1, 0],
        [0, below(3) * 1_000],
        [0, 0],
      ][below(3)] as [number, number];
      tally.add({ account, accountIdent: `acc_${account}` }, calls, bytes);
      seconds.at(-1)?.push({ account: `acc_${account}`, calls, bytes });
    }
    const uses = seconds.slice(-10).flat();
    const sumOf = (of: 'calls' | 'bytes', account?: string) =>
      uses.filter((use) => !account || use.account === account).reduce((sum, use) => sum + use[of], 0);

    const { share } = tally;
    expect([share.calls, share.bytes]).to.deep.equal([sumOf('calls'), sumOf('bytes')]);
    for (const { account, calls, bytes } of share.top)
      expect([calls, bytes]).to.deep.equal([sumOf('calls', account), sumOf('bytes', account)]);
    for (let second = 0; second < 10; second += 1) tally.nextSecond();
    expect(tally.share).to.deep.equal({ calls: 0, bytes: 0, active: 0, top: [] });
  });
});
