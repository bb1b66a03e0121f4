import { type Clock, install } from '@sinonjs/fake-timers';
import { expect } from 'chai';
import { repeat } from '../../shared/runtime/process/repeat.ts';

describe('repeat', () => {
  let timers: Clock;
  let rounds: number;
  beforeEach(() => {
    timers = install({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    rounds = 0;
  });
  afterEach(() => timers.uninstall());

  it('begins a round when the interval is over and the round before has ended', async () => {
    let end = () => {};
    const stop = repeat(10, () => {
      rounds += 1;
      return new Promise<void>((resolve) => {
        end = resolve;
      });
    });
    await timers.tickAsync(9);
    expect(rounds).to.equal(0);

    await timers.tickAsync(100);
    expect(rounds).to.equal(1);

    end();
    await timers.tickAsync(1);
    expect(rounds, 'late, so the next round begins at once').to.equal(2);
    stop();
  });

  it('goes on after a round that failed', async () => {
    const stop = repeat(10, () => {
      rounds += 1;
      throw new Error('as it should');
    });

    await timers.tickAsync(30);
    stop();

    expect(rounds).to.equal(3);
  });

  it('begins no round after it was stopped, also by a round', async () => {
    const stop = repeat(10, () => {
      rounds += 1;
      stop();
    });

    await timers.tickAsync(100);

    expect(rounds).to.equal(1);
  });
});
