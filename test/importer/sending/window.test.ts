import { expect } from 'chai';
import { firstBatches, maxBatches, Window } from '../../../importer/sending/window.ts';

describe('importer: window of batches in flight', () => {
  let window: Window;
  beforeEach(() => {
    window = new Window();
  });
  const answered = (times: number) => {
    for (let at = 0; at < times; at += 1) window.answered();
  };

  it('grows by one after each window of answers, up to a limit', () => {
    expect(window.size).to.equal(firstBatches);
    answered(firstBatches);
    expect(window.size).to.equal(firstBatches + 1);
    answered(100);
    expect(window.size).to.equal(maxBatches);
  });

  it('halves when the service is overloaded, down to one', () => {
    answered(100);
    window.refused();
    expect(window.size).to.equal(maxBatches / 2);
    for (let at = 0; at < 5; at += 1) window.refused();
    expect(window.size).to.equal(1);
  });

  it('lets the next batch in only when one has left', async () => {
    await window.enter();
    await window.enter();
    let isIn = false;
    const third = window.enter().then(() => {
      isIn = true;
    });
    await Promise.resolve();
    expect(isIn).to.equal(false);

    window.leave();
    await third;

    expect(isIn).to.equal(true);
  });
});
