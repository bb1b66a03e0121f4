import { expect } from 'chai';
import { ignoreEvents } from '../../../shared/runtime/process/log.ts';
import type { Call } from '../../../shared/wire/call.ts';
import type { Reply } from '../../../shared/wire/envelope.ts';
import { implementations } from '../../../workers/operations/implementations.ts';
import { Coalescer } from '../../../workers/sets/coalescer.ts';
import { callOf } from '../../support/calls.ts';
import { doneWith } from '../../support/replies.ts';
import { type AnswerSet, settling } from '../../support/setResults.ts';
import { coalescerOptions } from '../../support/setRunners.ts';
import { until } from '../../support/until.ts';

const method = 'article.read';
const answer: Reply = doneWith();

describe('coalescer with calls that a set has no room for', () => {
  const read = (account: number) => callOf(method, account, { article_ident: 'a' });

  /** Each set has room for `room` calls. */
  const answering = (room: number) => {
    const sets: (readonly Call[])[] = [];
    const settled: Call[] = [];
    const runSet: AnswerSet = async (calls) => {
      sets.push(calls);
      await new Promise(setImmediate);
      return calls.map((_, index) => (index < room ? answer : 'postponed'));
    };
    const coalescer = new Coalescer(
      implementations[method],
      settling(runSet),
      ignoreEvents,
      coalescerOptions('bulk'),
    );
    const add = (calls: readonly Call[]) =>
      coalescer.add(
        calls.map((call) => ({
          call,
          settle: (reply) => {
            expect(reply).to.equal(answer);
            settled.push(call);
          },
          expire: () => expect.fail('no call expires'),
        })),
      );
    return { add, sets, settled };
  };

  it('runs them again, and settles each call once, with its answer', async () => {
    const { add, settled } = answering(3);
    const calls = Array.from({ length: 10 }, () => read(1));

    add(calls);
    await until(() => settled.length === calls.length);

    expect(settled).to.deep.equal(calls);
  });

  it("runs another account's calls before the rest of an account that fills every set", async () => {
    const { add, settled } = answering(2);
    const large = Array.from({ length: 20 }, () => read(1));
    const small = read(2);

    add(large);
    add([small]);
    await until(() => settled.length === 21);

    expect(settled.indexOf(small)).to.be.within(2, 3);
  });
});
