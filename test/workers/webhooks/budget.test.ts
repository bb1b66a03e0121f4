import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { Budget, maxInFlight, slowMs } from '../../../workers/webhooks/budget.ts';
import { pauseAfter } from '../../../workers/webhooks/retries.ts';
import { takeTurn } from '../../../workers/webhooks/turn.ts';

/** Takes room for one attempt of each of some accounts. */
function taken(budget: Budget, accounts: readonly number[], isSlow: boolean): number {
  return accounts.filter((account) => budget.acquire(account, isSlow) !== undefined).length;
}

const accountsFrom = (first: number) => Array.from({ length: 100 }, (_, index) => first + index);

describe('budget of deliveries', () => {
  it('bounds the attempts in flight', () => {
    const budget = new Budget();

    expect(taken(budget, accountsFrom(1), false)).to.equal(maxInFlight);
    expect(budget.inFlight).to.equal(maxInFlight);
  });

  it('keeps room for receivers that answer, however many do not', () => {
    const budget = new Budget();

    expect(taken(budget, accountsFrom(1), true)).to.equal(16);
    expect(taken(budget, accountsFrom(101), false)).to.equal(48);
  });

  it('gives one account its share only', () => {
    const budget = new Budget();

    expect(
      taken(
        budget,
        Array.from({ length: 100 }, () => 7),
        false,
      ),
    ).to.equal(8);
    expect(taken(budget, [8], false)).to.equal(1);
  });

  it('has room again when an attempt ends', () => {
    const budget = new Budget();
    const release = budget.acquire(1, true);
    taken(budget, accountsFrom(2), true);

    release?.();

    expect(taken(budget, [1, 1], true)).to.equal(1);
  });
});

describe('turn of a webhook', () => {
  async function turn(ms: number) {
    let deliveries = 0;
    const hasMore = await takeTurn(
      async () => {
        deliveries += 1;
        await delay(ms);
        return 'delivered';
      },
      () => false,
    );
    return { deliveries, hasMore };
  }

  it('has ten deliveries', async () => {
    expect(await turn(0)).to.deep.equal({ deliveries: 10, hasMore: true });
  });

  it('ends after a slow one, so that others get its room', async () => {
    expect(await turn(slowMs + 10)).to.deep.equal({ deliveries: 1, hasMore: false });
  });
});

describe('pauses after failed attempts', () => {
  it('grow from seconds to eight hours', () => {
    const pauses = Array.from({ length: 12 }, (_, index) => Math.floor(pauseAfter(index + 1) / 5) * 5);

    expect(pauses.slice(0, 2).map((seconds) => Math.min(seconds, 30))).to.deep.equal([5, 30]);
    for (const seconds of pauses.slice(8)) expect(seconds).to.be.within(28_800, 31_680);
  });
});
