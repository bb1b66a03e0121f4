import { expect } from 'chai';
import { Lifecycle } from '../../shared/lifecycle.ts';

const never = () => new Promise<never>(() => {});

describe('lifecycle', () => {
  let stopped: string[];
  let overran: string[];
  let lifecycle: Lifecycle;
  beforeEach(() => {
    stopped = [];
    overran = [];
    lifecycle = new Lifecycle((name) => overran.push(name));
  });

  const register = (name: string, stop: () => unknown = () => {}, limitMs?: number) =>
    lifecycle.onStop(
      name,
      async () => {
        await stop();
        stopped.push(name);
      },
      limitMs,
    );

  it('stops in reverse order', async () => {
    for (const name of ['redis', 'queue', 'server']) register(name);

    await lifecycle.stop();

    expect(stopped).to.deep.equal(['server', 'queue', 'redis']);
  });

  it('waits for each stop before the next one', async () => {
    register('redis');
    register('server', () => new Promise(setImmediate));

    await lifecycle.stop();

    expect(stopped).to.deep.equal(['server', 'redis']);
  });

  it('stops with functions that return nothing', async () => {
    lifecycle.onStop('timer', () => void stopped.push('timer'));

    await lifecycle.stop();

    expect(stopped).to.deep.equal(['timer']);
  });

  it('goes on after a stop that takes too long, and tells which one', async () => {
    register('redis');
    register('server', never, 20);
    const begun = performance.now();

    await lifecycle.stop();

    expect(performance.now() - begun).to.be.within(15, 1_500);
    expect({ stopped, overran }).to.deep.equal({ stopped: ['redis'], overran: ['server'] });
  });

  it('gives each stop a time of its own', async () => {
    for (const name of ['redis', 'queue', 'server']) register(name, never, 10);

    await lifecycle.stop();

    expect(overran).to.deep.equal(['server', 'queue', 'redis']);
  });

  it('goes on after a stop that fails', async () => {
    register('redis');
    register('server', () => Promise.reject(new Error('no')));
    lifecycle.onStop('queue', () => {
      throw new Error('no');
    });

    await lifecycle.stop();

    expect(stopped).to.deep.equal(['redis']);
  });

  it('does not tell of stops in time', async () => {
    register('server', () => new Promise(setImmediate), 1_000);

    await lifecycle.stop();

    expect(overran).to.be.empty;
  });

  it('stops once when it is stopped twice', async () => {
    register('server', () => new Promise(setImmediate));

    await Promise.all([lifecycle.stop(), lifecycle.stop()]);
    await lifecycle.stop();

    expect(stopped).to.deep.equal(['server']);
  });

  it('resolves a second stop only when the first one is done', async () => {
    let end = () => {};
    register(
      'server',
      () =>
        new Promise<void>((resolve) => {
          end = resolve;
        }),
    );
    const order: string[] = [];

    const stops = [
      lifecycle.stop().then(() => order.push('first')),
      lifecycle.stop().then(() => order.push('second')),
    ];
    await new Promise(setImmediate);
    expect(order).to.be.empty;
    end();
    await Promise.all(stops);

    expect(order).to.deep.equal(['first', 'second']);
  });

  it('stops when nothing was registered', async () => {
    await lifecycle.stop();
  });
});
