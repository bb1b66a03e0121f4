import { expect } from 'chai';
import {
  describeStopProblem,
  Lifecycle,
  type StopProblem,
  startOrStop,
} from '../../shared/runtime/process/lifecycle.ts';
import { recordEvents } from '../support/events.ts';

const never = () => new Promise<never>(() => {});

describe('lifecycle', () => {
  let stopped: string[];
  let problems: StopProblem[];
  let lifecycle: Lifecycle;
  beforeEach(() => {
    stopped = [];
    problems = [];
    lifecycle = new Lifecycle((problem) => problems.push(problem));
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

  it('stops in reverse order, and waits for each stop before the next one', async () => {
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

  it('continues after a stop that takes too long, and reports which one', async () => {
    register('redis');
    register('server', never, 20);
    const startedAt = performance.now();

    await lifecycle.stop();

    expect(performance.now() - startedAt).to.be.within(15, 1_500);
    expect(stopped).to.deep.equal(['redis']);
    expect(problems).to.deep.equal([{ kind: 'overran', part: 'server' }]);
  });

  it('gives each stop a time of its own', async () => {
    for (const name of ['redis', 'queue', 'server']) register(name, never, 10);

    await lifecycle.stop();

    expect(problems.map(({ part }) => part)).to.deep.equal(['server', 'queue', 'redis']);
  });

  it('goes on after a stop that fails, and keeps its error', async () => {
    const [later, atOnce] = [new Error('later'), new Error('at once')];
    register('redis');
    register('server', () => Promise.reject(later));
    lifecycle.onStop('queue', () => {
      throw atOnce;
    });

    await lifecycle.stop();

    expect(stopped).to.deep.equal(['redis']);
    expect(problems).to.deep.equal([
      { kind: 'failed', part: 'queue', error: atOnce },
      { kind: 'failed', part: 'server', error: later },
    ]);
  });

  it('is stopped if a part does not start, and logs problems without their messages', async () => {
    const { emit, emitted } = recordEvents();
    const starting = startOrStop(emit, async (started) => {
      started.onStop('http', never, 1);
      started.onStop('queue', () => {
        throw new RangeError('secret');
      });
      throw new Error('port is taken');
    });

    expect(await starting.catch(String)).to.equal('Error: port is taken');
    expect(emitted('stop_failed')[0]).to.deep.include({ part: 'queue' });
    expect(emitted('stop_failed')[0]?.error.code).to.equal('RangeError');
    expect(emitted('stop_overran')).to.deep.equal([{ part: 'http' }]);
  });

  it('describes problems with their messages', () => {
    const failed = { kind: 'failed', part: 'queue', error: new RangeError('secret') } as const;

    expect(describeStopProblem(failed)).to.equal('queue failed to stop: secret');
  });

  it('does not report stops in time', async () => {
    register('server', () => new Promise(setImmediate), 1_000);

    await lifecycle.stop();

    expect(problems).to.be.empty;
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
});
