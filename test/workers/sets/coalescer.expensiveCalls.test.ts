import { expect } from 'chai';
import { ignoreEvents } from '../../../shared/runtime/process/log.ts';
import type { Call } from '../../../shared/wire/call.ts';
import { implementations } from '../../../workers/operations/implementations.ts';
import { Coalescer } from '../../../workers/sets/coalescer.ts';
import { runUntilSettled } from '../../../workers/sets/runUntilSettled.ts';
import { type RunSet, SetResult } from '../../../workers/sets/setResult.ts';
import { expensiveLock } from '../../../workers/stores/locks.ts';
import { callOf } from '../../support/calls.ts';
import { doneWith } from '../../support/replies.ts';
import { settling } from '../../support/setResults.ts';
import { coalescerOptions } from '../../support/setRunners.ts';
import { until } from '../../support/until.ts';

const method = 'article.read';

describe('calls that turn out to be expensive', () => {
  const read = (account: number, article_sku: string) =>
    callOf(method, account, { article_identifier: 'sku', article_sku });

  /** Each set that runs apart has room for `room` calls. */
  const apart = (room: number) => {
    const sets: (readonly Call[])[] = [];
    const run = settling(async (calls) => {
      sets.push(calls);
      await new Promise(setImmediate);
      return calls.map((_, index) => (index < room ? doneWith() : 'postponed'));
    });
    const runSet: RunSet = async (calls, lock) => {
      if (lock !== undefined) return run(calls);
      const result = new SetResult();
      for (const call of calls) result.addLocked(expensiveLock(call.account), [call]);
      return result;
    };
    return { sets, runSet };
  };

  async function settled(calls: readonly Call[], runSet: RunSet): Promise<void> {
    const coalescer = new Coalescer(implementations[method], runSet, ignoreEvents, coalescerOptions());
    const ended = new Set<Call>();
    const fail = () => expect.fail('no call expires');
    coalescer.add(calls.map((call) => ({ call, settle: () => ended.add(call), expire: fail })));
    await until(() => ended.size === calls.length);
  }

  it('run one by one, but those that ask for the same together', async () => {
    const { sets, runSet } = apart(10);
    const [a, b, again] = [read(1, 'a'), read(1, 'b'), read(1, 'a')];

    await settled([a, b, again], runSet);

    expect(sets).to.deep.equal([[a, again], [b]]);
  });

  it('are run again if the set has no room for them', async () => {
    const { sets, runSet } = apart(1);
    const calls = Array.from({ length: 3 }, () => read(1, 'a'));

    await settled(calls, runSet);

    expect(sets.map((set) => set.length)).to.deep.equal([3, 2, 1]);
  });

  it('run one by one when they are isolated', async () => {
    const { sets, runSet } = apart(10);
    const calls = [read(1, 'a'), read(1, 'b'), read(2, 'a')];

    const { replies } = await runUntilSettled(calls, implementations[method], runSet);

    expect(replies.size).to.equal(3);
    expect(sets.map((set) => set.length)).to.deep.equal([1, 1, 1]);
  });
});
