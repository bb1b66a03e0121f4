import { expect } from 'chai';
import { repeat } from '../../shared/runtime/process/repeat.ts';
import { until } from '../support/until.ts';

describe('repeat', () => {
  it('begins a round when the one before has ended', async () => {
    let running = 0;
    let most = 0;
    let rounds = 0;
    const stop = repeat(1, async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running -= 1;
      rounds += 1;
    });
    await until(() => rounds >= 3);
    stop();

    expect(most).to.equal(1);
  });

  it('goes on after a round that failed', async () => {
    let rounds = 0;
    const stop = repeat(1, () => {
      rounds += 1;
      throw new Error('as it should');
    });

    await until(() => rounds >= 3);
    stop();
  });

  it('begins no round after it was stopped, also by a round', async () => {
    let rounds = 0;
    const stop = repeat(1, () => {
      rounds += 1;
      stop();
    });
    await until(() => rounds === 1);
    await new Promise((resolve) => setTimeout(resolve, 20));
    stop();

    expect(rounds).to.equal(1);
  });
});
