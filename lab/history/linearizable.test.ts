import { expect } from 'chai';
import { drawing } from '../../test/support/random.ts';
import { linearize, type Model, type Timed } from './linearizable.ts';

interface RegisterCall extends Timed {
  readonly write?: number;
  readonly read?: number;
}

const register: Model<number, RegisterCall> = {
  initial: 0,
  step: (value, { write, read }) => write ?? (read === value ? value : undefined),
  keyOf: String,
};

const kindOf = (history: readonly RegisterCall[], limit?: number) => linearize(history, register, limit).kind;
const write = (value: number, begin: number, end: number): RegisterCall => ({ write: value, begin, end });
const read = (value: number, begin: number, end: number): RegisterCall => ({ read: value, begin, end });
const never = Number.POSITIVE_INFINITY;

describe('linearize', () => {
  const correct: readonly [string, readonly RegisterCall[]][] = [
    ['nothing', []],
    ['calls one after the other', [write(1, 0, 1), read(1, 2, 3)]],
    ['a read beside a write, before it', [write(1, 0, 9), read(0, 1, 2)]],
    ['a read beside a write, after it', [write(1, 0, 9), read(1, 1, 2), read(1, 3, 4)]],
    ['two writes at once, in the other order', [write(1, 0, 9), write(2, 1, 8), read(1, 10, 11)]],
    ['a call without an answer that happened', [write(1, 0, never), read(0, 1, 2), read(1, 3, 4)]],
    ['a call without an answer that never happened', [write(1, 0, never), read(0, 1, 2), read(0, 3, 4)]],
  ];
  for (const [what, history] of correct)
    it(`explains ${what}`, () => expect(kindOf(history)).to.equal('linearizable'));

  const wrong: readonly [string, readonly RegisterCall[]][] = [
    ['a stale read', [write(1, 0, 1), read(0, 2, 3)]],
    ['reads that go backward', [write(1, 0, 9), read(1, 1, 2), read(0, 3, 4)]],
    ['a value that nobody wrote', [write(1, 0, 1), read(2, 0, 3)]],
    ['a lost write', [write(1, 0, 1), write(2, 2, 3), read(1, 4, 5)]],
    ['a call without an answer that is seen before it began', [read(1, 0, 1), write(1, 2, never)]],
    [
      'a call without an answer that happened twice',
      [write(1, 0, never), read(1, 1, 2), write(2, 3, 4), read(2, 5, 6), read(1, 7, 8)],
    ],
  ];
  for (const [what, history] of wrong)
    it(`finds ${what}`, () => expect(kindOf(history)).to.equal('violation'));

  it('shows the calls of which none can be next', () => {
    const stale = read(0, 2, 3);

    expect(linearize([write(1, 0, 1), stale], register)).to.deep.equal({
      kind: 'violation',
      explained: [write(1, 0, 1)],
      stuck: [stale],
    });
  });

  it('says that it could not decide, when there are too many orders', () => {
    const writes = Array.from({ length: 12 }, (_, value) => write(value, 0, 9));

    expect(kindOf([...writes, read(99, 0, 9)], 100)).to.equal('undecided');
  });

  it('explains every history of a correct register, however its calls overlap', () => {
    for (let seed = 0; seed < 300; seed += 1)
      expect(kindOf(historyOf(seed, 60)), `${seed}`).to.equal('linearizable');
  });

  it('agrees with a look at every order, also where one answer is wrong', () => {
    const found = { linearizable: 0, violation: 0, undecided: 0 };
    for (let seed = 0; seed < 600; seed += 1) {
      const history = historyOf(seed, 6).map((call) =>
        call.read !== undefined && seed % 2 === 0 ? { ...call, read: (call.read + seed) % 4 } : call,
      );
      const kind = kindOf(history);
      found[kind] += 1;
      expect(kind, `${seed}`).to.equal(isExplainedBySomeOrder(history, 0) ? 'linearizable' : 'violation');
    }

    expect(found.violation).to.be.above(50);
    expect(found.linearizable).to.be.above(50);
  });
});

/** Makes a history of a correct register: each call happens at a time between its begin and its end. */
function historyOf(seed: number, length: number): readonly RegisterCall[] {
  const draw = drawing(seed);
  let value = 0;
  return Array.from({ length }, (_, index) => {
    const [begin, end] = [index - draw.below(400) / 100, index + draw.below(400) / 100];
    if (draw.below(2) === 0) return read(value, begin, end);
    value = draw.below(4);
    return write(value, begin, draw.below(8) === 0 ? never : end);
  });
}

/** Tries every order, without any memory. */
function isExplainedBySomeOrder(left: readonly RegisterCall[], value: number): boolean {
  if (left.every(({ end }) => end === never)) return true;
  const firstEnd = Math.min(...left.map(({ end }) => end));
  return left.some((call) => {
    if (call.begin > firstEnd) return false;
    const next = register.step(value, call);
    return (
      next !== undefined &&
      isExplainedBySomeOrder(
        left.filter((other) => other !== call),
        next,
      )
    );
  });
}
