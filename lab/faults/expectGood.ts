import { expect } from 'chai';
import type { Trial } from './trial.ts';

/** Nothing was lost, doubled or answered wrongly, an order explains all answers, and no call failed in a way that the guarantee does not allow. */
export function expectGood(trial: Trial): void {
  expect(trial.calls).to.be.above(50);
  expect(trial.lost, 'lost').to.deep.equal([]);
  expect(trial.doubled, 'doubled').to.deep.equal([]);
  expect(trial.wrong, 'wrong').to.deep.equal([]);
  expect(trial.notLinearizable, 'not linearizable').to.deep.equal([]);
  expect(trial.failed, 'failed').to.deep.equal([]);
}
