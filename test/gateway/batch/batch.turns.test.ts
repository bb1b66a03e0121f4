import { expect } from 'chai';
import { missingAnswers } from '../../../gateway/batch/callEntries.ts';
import { readEntries } from '../../../gateway/batch/readEntries.ts';
import { outcomeUnknown as unknown } from '../../../gateway/calls/pendingCalls.ts';
import { Unavailable } from '../../../gateway/calls/unavailable.ts';
import { inSlices } from '../../../gateway/json/work.ts';
import { internalError } from '../../../shared/wire/envelope.ts';
import { teas } from '../../support/batches.ts';
import { doneWith } from '../../support/replies.ts';

const unavailable = new Unavailable('redis');

const batch = { requestId: 'request', appId: 'app', idempotency: {}, bytes: 100 };
const answered = doneWith();

describe('reading of a batch', () => {
  it('yields to others again and again', async () => {
    let turns = 0;
    let isDone = false;
    const takeTurns = () => {
      turns += 1;
      if (!isDone) setImmediate(takeTurns);
    };
    setImmediate(takeTurns);

    const article_description = 'o\u0308'.repeat(10_000);
    const read = await inSlices(readEntries(teas(200, { article_description }), batch));
    isDone = true;

    expect(turns).to.be.at.least(10);
    expect(read.map((entry) => 'contract' in entry && entry.id)).to.deep.equal(
      teas(200).map((_, index) => `request.${index}`),
    );
  });
});

describe('a batch whose calls have no answers', () => {
  it('was not run when none of them was accepted', () => {
    expect(missingAnswers([unavailable, unavailable])).to.equal(unavailable);
  });

  it('has an unknown outcome when some of them may have been', () => {
    expect(missingAnswers([unavailable, unknown])).to.equal(unknown);
    expect(missingAnswers([unknown])).to.equal(unknown);
  });

  it('was run when one of them was answered, or none was made', () => {
    expect(missingAnswers([unknown, answered])).to.equal(undefined);
    expect(missingAnswers([internalError])).to.equal(undefined);
    expect(missingAnswers([])).to.equal(undefined);
  });
});
