import { expect } from 'chai';
import { AnswerBytes } from '../../../gateway/calls/answerBytes.ts';

describe('bytes of answers', () => {
  it('fit until there are too many, and again when they are written', () => {
    const answers = new AnswerBytes(100);
    const written = answers.hold(1, 70);

    expect(answers.fits(2, 30)).to.equal(true);
    expect(answers.fits(2, 31)).to.equal(false);
    written();
    expect(answers.fits(2, 100)).to.equal(true);
  });

  it('that are written twice count once', () => {
    const answers = new AnswerBytes(100);
    const written = answers.hold(1, 50);
    answers.hold(2, 50);
    written();
    written();

    expect(answers.fits(3, 50)).to.equal(true);
    expect(answers.fits(3, 51)).to.equal(false);
  });

  it('leave a fifth to the accounts that read theirs', () => {
    const answers = new AnswerBytes(100);
    answers.hold(1, 79);
    expect(answers.fits(1, 1)).to.equal(true);
    answers.hold(1, 1);

    expect(answers.fits(1, 1)).to.equal(false);
    expect(answers.fits(2, 20)).to.equal(true);
  });

  it('let an account that holds none have what is free, however much', () => {
    expect(new AnswerBytes(100).fits(1, 100)).to.equal(true);
  });
});
