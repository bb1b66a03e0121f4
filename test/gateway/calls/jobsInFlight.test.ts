import { expect } from 'chai';
import { JobsInFlight } from '../../../gateway/calls/jobBatcher.ts';
import { PendingCall } from '../../../gateway/calls/pendingCalls.ts';
import { callOf } from '../../support/calls.ts';
import { until } from '../../support/until.ts';

const newCalls = (count: number) =>
  Array.from(
    { length: count },
    () => new PendingCall(callOf('article.create', 1, { article_title: 'Tea' }), 100, undefined, () => {}),
  );

describe('jobs in flight', () => {
  let jobs: JobsInFlight;
  beforeEach(() => {
    jobs = new JobsInFlight();
  });
  const leave = (count: number) => {
    const calls = newCalls(count);
    jobs.add(calls);
    return calls;
  };
  const answer = (calls: readonly PendingCall[]) => {
    for (const call of calls) jobs.remove(call);
  };

  it('counts calls and bytes until they are answered', () => {
    const calls = leave(3);
    expect(jobs).to.include({ calls: 3, bytes: 300 });

    answer(calls);

    expect(jobs).to.include({ calls: 0, bytes: 0 });
  });

  it('counts the calls of a recent job, even if a later one was answered', () => {
    leave(2);

    answer(leave(1));

    expect(jobs.calls).to.equal(2);
  });

  it('does not count the calls of a job that was overtaken long ago, but still tracks them', async () => {
    const [first, stuck] = leave(2) as [PendingCall, PendingCall];
    answer([first]);
    expect(jobs.calls).to.equal(1);

    await until(() => {
      answer(leave(1));
      return jobs.calls === 0;
    });

    expect([...jobs.all]).to.deep.equal([stuck]);
    expect(jobs.bytes).to.equal(100);
    answer([stuck]);
    expect([...jobs.all]).to.deep.equal([]);
    expect(jobs).to.include({ calls: 0, bytes: 0 });
  });
});
