import { expect } from 'chai';
import { Stabilizer, scaleDownMs } from '../../../shared/scaling/stabilizer.ts';

/** What becomes of the number of processes when the rule wants these, once a second. */
function follow(wanted: readonly number[], first = 1): readonly number[] {
  const stabilizer = new Stabilizer();
  let running = first;
  return wanted.map((processes, second) => (running = stabilizer.next(running, processes, second * 1_000)));
}

const seconds = (count: number, processes: number) => Array.from({ length: count }, () => processes);
const steps = (numbers: readonly number[]) =>
  numbers.filter((number, index) => number !== numbers[index - 1]);

describe('the stabilizer of scaling', () => {
  it('adds processes at the second answer that wants them', () => {
    expect(follow([1, 2, 2, 2])).to.deep.equal([1, 1, 2, 2]);
    expect(follow([1, 2, 1, 2, 1, 2])).to.deep.equal(seconds(6, 1));
  });

  it('waits ten seconds between two steps', () => {
    const numbers = follow([...seconds(3, 2), ...seconds(17, 8)]);

    expect(steps(numbers)).to.deep.equal([1, 2, 8]);
    expect(numbers.indexOf(8) - numbers.indexOf(2)).to.equal(10);
  });

  it('removes one at a time, when fewer were enough for minutes', () => {
    const numbers = follow(seconds(220, 1), 4);

    expect(steps(numbers)).to.deep.equal([4, 3, 2, 1]);
    expect(numbers.indexOf(3)).to.equal(scaleDownMs / 1_000);
  });

  it('does not flap when the load changes every minute', () => {
    const wanted = Array.from({ length: 20 }, (_, minute) => seconds(60, minute % 2 === 0 ? 1 : 3)).flat();

    expect(steps(follow(wanted))).to.deep.equal([1, 3]);
  });
});
