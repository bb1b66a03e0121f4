import { expect } from 'chai';
import type { Trial } from './trial.ts';

/** Expects no lost, doubled or wrong call, a linearizable history, and only failures that the guarantee allows. */
export function expectGood(trial: Trial): void {
  expect(trial.calls).to.be.above(50);
  expect(trial.lost, 'lost').to.deep.equal([]);
  expect(trial.doubled, 'doubled').to.deep.equal([]);
  expect(trial.wrong, 'wrong').to.deep.equal([]);
  expect(trial.notLinearizable, 'not linearizable').to.deep.equal([]);
  expect(trial.failed, 'failed').to.deep.equal([]);
}
