import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import type { Pace } from '../../../workers/stores/webhookDeliveries.ts';
import { AttemptBudget, maxInFlight, slowMs } from '../../../workers/webhooks/attemptBudget.ts';
import { retryPauseSeconds } from '../../../workers/webhooks/deliverer.ts';
import { takeTurn } from '../../../workers/webhooks/deliveryQueue.ts';

/** Takes room for one attempt of each of some accounts. */
function taken(budget: AttemptBudget, accounts: readonly number[], pace: Pace): number {
  return accounts.filter((account) => budget.acquire(account, pace) !== undefined).length;
}

const accountsFrom = (first: number) => Array.from({ length: 300 }, (_, index) => first + index);

describe('budget of deliveries', () => {
  let nowMs: number;
  let budget: AttemptBudget;
  beforeEach(() => {
    nowMs = 0;
    budget = new AttemptBudget(() => nowMs);
  });

  it('bounds the attempts in flight', () => {
    for (let second = 0; second < 10; second += 1, nowMs += slowMs)
      taken(budget, accountsFrom(second * 1_000), 'quick');

    expect(budget.inFlight).to.equal(maxInFlight);
  });

  it('keeps room for receivers that answer, however many are slow or dead', () => {
    expect(taken(budget, accountsFrom(1), 'dead')).to.equal(16);
    expect(taken(budget, accountsFrom(1_001), 'slow')).to.equal(96);
    expect(taken(budget, accountsFrom(2_001), 'quick')).to.equal(48);
  });

  it('gives the room of quick ones to others when they have lasted for a second', () => {
    expect(taken(budget, accountsFrom(1), 'quick')).to.equal(48);
    nowMs = slowMs - 1;
    expect(taken(budget, accountsFrom(1_001), 'quick')).to.equal(0);
    nowMs = slowMs;
    expect(taken(budget, accountsFrom(1_001), 'quick')).to.equal(48);
  });

  it('gives one account its share only', () => {
    expect(
      taken(
        budget,
        Array.from({ length: 100 }, () => 7),
        'quick',
      ),
    ).to.equal(8);
    expect(taken(budget, [8], 'quick')).to.equal(1);
  });

  it('has room again when an attempt ends', () => {
    const release = budget.acquire(1, 'dead');
    taken(budget, accountsFrom(2), 'dead');

    release?.();

    expect(taken(budget, [1, 1], 'dead')).to.equal(1);
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

  it('ends after a second, and goes on behind the others', async () => {
    expect(await turn(slowMs / 2 + 10)).to.deep.equal({ deliveries: 2, hasMore: true });
  });

  it('ends after a slow one, so that others get its room', async () => {
    expect(await turn(slowMs + 10)).to.deep.equal({ deliveries: 1, hasMore: false });
  });
});

describe('pauses after failed attempts', () => {
  it('grow from seconds to eight hours', () => {
    const least = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800, 28_800, 28_800];

    for (const [index, seconds] of least.entries())
      expect(retryPauseSeconds(index + 1), `${index + 1}`).to.be.within(seconds, 1.1 * seconds);
  });
});
