import { expect } from 'chai';
import { CallQueue } from '../../../gateway/calls/callQueue.ts';
import { bulkLimits, FairBudget, LaneRoom } from '../../../gateway/calls/fairBudget.ts';
import type { JobBatcher } from '../../../gateway/calls/jobBatcher.ts';
import { PendingCalls } from '../../../gateway/calls/pendingCalls.ts';
import type { ServiceClock } from '../../../shared/runtime/redis/clock.ts';

const [flooding, other] = [1, 2];
const group = (caller: number | 'unknown', bytes = 10, calls = 1) => ({ caller, calls, bytes });

describe('the room of a lane', () => {
  const limits = { calls: 100, bytes: 10_000, waitMs: 1_000 };
  let room: LaneRoom;
  beforeEach(() => {
    room = new LaneRoom(limits);
  });
  /** Enters calls of an account for as long as they are admitted; returns how many were. */
  const flood = (account: number, bytes = 10): number => {
    let entered = 0;
    while (entered <= limits.calls && !room.rejection(group(account, bytes))) {
      room.take(account, bytes);
      entered += 1;
    }
    return entered;
  };

  it('leaves a fifth of the room to others, however an account floods [account-share]', () => {
    expect(flood(flooding)).to.equal(80);
    expect(flood(other)).to.equal(16);
  });

  it('admits again what has left', () => {
    const entered = flood(flooding);
    expect(room.rejection(group(flooding))).to.equal('account_share');

    for (let at = 0; at < entered; at += 1) room.giveBack(flooding, 10);

    expect(flood(flooding)).to.equal(entered);
  });

  it('leaves a fifth of the bytes to others too [account-share]', () => {
    expect(flood(flooding, 1_000)).to.equal(8);
    expect(room.rejection(group(other, 2_001))).to.equal('bytes');
    expect(room.rejection(group(other, 2_000))).to.equal(undefined);
  });

  it('lets a group in as a whole or not at all', () => {
    expect(room.rejection(group(other, 10, 80))).to.equal(undefined);
    expect(room.rejection(group(other, 10, 81))).to.equal('account_share');

    room.take(flooding, 10);
    room.take(flooding, 10);

    expect(room.rejection(group(other, 10, 79))).to.equal(undefined);
    expect(room.rejection(group(other, 10, 80))).to.equal('account_share');
  });

  it('has room for several of the largest batches, however few single calls are let in', () => {
    const bulk = new LaneRoom(bulkLimits({ calls: 1, bytes: 1, waitMs: 1_000 }));
    const [calls, bytes] = [1_000, 8_388_608];

    expect(bulk.rejection(group(flooding, bytes, calls))).to.equal(undefined);
  });

  it('counts an unknown caller as one that has nothing in flight', () => {
    flood(flooding);

    expect(room.rejection(group('unknown'))).to.equal(undefined);
    expect(room.rejection(group(flooding))).to.equal('account_share');
  });
});

describe('a queue', () => {
  const id = { resource: 'article', lane: 'interactive' } as const;
  let queue: CallQueue;
  beforeEach(() => {
    queue = new CallQueue({
      id,
      room: new LaneRoom({ calls: 100, bytes: 10_000, waitMs: 1_000 }),
      clock: { now: () => 1_000 } as ServiceClock,
      pending: new PendingCalls(),
      batcher: {} as JobBatcher,
      deadlineMs: 10_000,
    });
  });

  it('lets calls wait for a worker until it had none for a whole deadline', () => {
    queue.withoutWorkerSince = performance.now() - 9_000;
    expect(queue.rejection(group(other))).to.equal(undefined);

    queue.withoutWorkerSince = performance.now() - 11_000;
    expect(queue.rejection(group(other))).to.include({ reason: 'no_worker', code: 'unavailable' });

    queue.withoutWorkerSince = undefined;
    expect(queue.rejection(group(other))).to.equal(undefined);
  });

  it('leaves other queues as much room as it takes without a worker [no-workers]', () => {
    queue.withoutWorkerSince = performance.now();
    for (let call = 0; call < 49; call += 1) {
      queue.wait.enter();
      queue.room.take(flooding, 1);
    }

    expect(queue.rejection(group(other, 1, 2))).to.equal(undefined);
    expect(queue.rejection(group(other, 1, 3))).to.include({ reason: 'no_worker' });
    queue.withoutWorkerSince = undefined;
    expect(queue.rejection(group(other, 1, 3))).to.equal(undefined);
  });

  it('is paused until the end of its pause, or for ever', () => {
    expect(queue.pausedMs(1_000)).to.equal(0);

    queue.pause = { reason: '', since: 0, until: 3_000 };
    expect(queue.pausedMs(1_000)).to.equal(2_000);
    expect(queue.pausedMs(4_000)).to.equal(0);

    queue.pause = { reason: '', since: 0, until: null };
    expect(queue.pausedMs(4_000)).to.equal(Infinity);
  });

  it('rejects calls while it is paused, for at most half a minute', () => {
    queue.pause = { reason: '', since: 0, until: 3_500 };
    expect(queue.rejection(group(other))).to.include({ reason: 'paused', code: 'paused', retryAfter: 3 });

    queue.pause = { reason: '', since: 0, until: null };
    expect(queue.rejection(group(other))).to.include({ reason: 'paused', retryAfter: 30 });

    queue.pause = { reason: '', since: 0, until: 1_000 };
    expect(queue.rejection(group(other))).to.equal(undefined);
  });

  it('names its pause before any other reason', () => {
    queue.withoutWorkerSince = 0;
    queue.pause = { reason: '', since: 0, until: null };

    expect(queue.rejection(group(other, 1, 1_000))).to.include({ reason: 'paused' });
  });
});

describe('a shared budget', () => {
  let budget: FairBudget<number>;
  beforeEach(() => {
    budget = new FairBudget(100);
  });

  it('is free until too much is held, and again when it is given back', () => {
    const release = budget.hold(1, 70);

    expect(budget.isFree(30)).to.equal(true);
    expect(budget.isFree(31)).to.equal(false);
    release();
    expect(budget.isFree(100)).to.equal(true);
  });

  it('takes back once what is released twice', () => {
    const release = budget.hold(1, 50);
    budget.hold(2, 50);
    release();
    release();

    expect(budget.held).to.equal(50);
    expect(budget.owners).to.equal(1);
  });

  it('leaves a fifth to the others', () => {
    budget.take(1, 79);
    expect(budget.isFair(1)).to.equal(true);
    budget.take(1, 1);

    expect(budget.isFair(1)).to.equal(false);
    expect(budget.isFair(2)).to.equal(true);
  });

  it('counts what an owner takes before', () => {
    expect(budget.isFair(1, 79)).to.equal(true);
    expect(budget.isFair(1, 80)).to.equal(false);
  });
});
