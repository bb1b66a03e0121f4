import { expect } from 'chai';
import { AccountTally } from '../../../gateway/apps/accountTally.ts';

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
});
