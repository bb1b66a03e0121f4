import { expect } from 'chai';
import { CallQueue } from '../../../gateway/calls/callQueue.ts';
import { FairBudget, type Release } from '../../../gateway/calls/fairBudget.ts';
import type { JobBatcher } from '../../../gateway/calls/jobBatcher.ts';
import { bulkLimits, LaneRoom } from '../../../gateway/calls/laneRoom.ts';
import { PendingCalls } from '../../../gateway/calls/pendingCalls.ts';
import type { ServiceClock } from '../../../shared/runtime/redis/clock.ts';

const [flooding, other] = [1, 2];

describe('the room of a lane', () => {
  const limits = { calls: 100, bytes: 10_000, waitMs: 1_000 };
  let room: LaneRoom;
  beforeEach(() => {
    room = new LaneRoom(limits);
  });
  /** Acquires room for calls of an account for as long as there is some; returns how to release it. */
  const flood = (account: number, bytes = 10): readonly Release[] => {
    const releases: Release[] = [];
    while (releases.length <= limits.calls) {
      const release = room.acquire(account, 1, bytes);
      if (typeof release !== 'function') break;
      releases.push(release);
    }
    return releases;
  };
  const isAdmitted = (account: number, calls: number, bytes: number) => {
    const release = room.acquire(account, calls, bytes);
    if (typeof release === 'function') release();
    return typeof release === 'function';
  };

  it('leaves a fifth of the room to others, however an account floods [account-share]', () => {
    expect(flood(flooding)).to.have.length(80);
    expect(flood(other)).to.have.length(16);
  });

  it('admits again what was released', () => {
    const releases = flood(flooding);
    expect(room.acquire(flooding, 1, 10)).to.include({ reason: 'account_share' });

    for (const release of releases) release();

    expect(flood(flooding)).to.have.length(releases.length);
  });

  it('leaves a fifth of the bytes to others too [account-share]', () => {
    expect(flood(flooding, 1_000)).to.have.length(8);
    expect(room.acquire(other, 1, 2_001)).to.include({ reason: 'bytes' });
    expect(isAdmitted(other, 1, 2_000)).to.equal(true);
  });

  it('lets calls in together or not at all', () => {
    expect(isAdmitted(other, 80, 10)).to.equal(true);
    expect(room.acquire(other, 81, 10)).to.include({ reason: 'account_share' });

    room.acquire(flooding, 2, 20);

    expect(isAdmitted(other, 79, 10)).to.equal(true);
    expect(room.acquire(other, 80, 10)).to.include({ reason: 'account_share' });
  });

  it('has room for several of the largest batches, however few single calls are let in', () => {
    const bulk = new LaneRoom(bulkLimits({ calls: 1, bytes: 1, waitMs: 1_000 }));

    expect(bulk.acquire(flooding, 1_000, 8_388_608)).to.be.a('function');
  });
});

describe('a queue', () => {
  const id = { resource: 'article', lane: 'interactive' } as const;
  let queue: CallQueue;
  beforeEach(() => {
    queue = new CallQueue({
      id,
      laneRoom: new LaneRoom({ calls: 100, bytes: 10_000, waitMs: 1_000 }),
      clock: { now: () => 1_000 } as ServiceClock,
      pending: new PendingCalls(),
      batcher: {} as JobBatcher,
      deadlineMs: 10_000,
      partitions: { served: 1 },
    });
  });

  it('lets calls wait for a worker until it had none for a whole deadline', () => {
    queue.withoutWorkerSince = performance.now() - 9_000;
    expect(queue.rejectionByState(other, 1, 10)).to.equal(undefined);

    queue.withoutWorkerSince = performance.now() - 11_000;
    expect(queue.rejectionByState(other, 1, 10)).to.include({ reason: 'no_worker', code: 'unavailable' });

    queue.withoutWorkerSince = undefined;
    expect(queue.rejectionByState(other, 1, 10)).to.equal(undefined);
  });

  it('leaves other queues as much room as it takes without a worker [no-workers]', () => {
    queue.withoutWorkerSince = performance.now();
    for (let call = 0; call < 49; call += 1) queue.acquire(flooding, 10);

    expect(queue.rejectionByState(other, 2, 10)).to.equal(undefined);
    expect(queue.rejectionByState(other, 3, 10)).to.include({ reason: 'no_worker' });
    queue.withoutWorkerSince = undefined;
    expect(queue.rejectionByState(other, 3, 10)).to.equal(undefined);
  });

  it('counts calls whose bodies are still read, and forgets each once [no-workers]', () => {
    queue.withoutWorkerSince = performance.now();
    const taken = Array.from({ length: 60 }, () => queue.acquire(flooding, 10));
    const releases = taken.filter((release) => typeof release === 'function');

    expect(releases).to.have.length(50);
    for (const release of [...releases, ...releases]) release();
    expect(queue.laneRoom.calls.held).to.equal(0);
    expect(queue.acquire(other, 5_000)).to.be.a('function');
    expect(queue.acquire(other, 1)).to.include({ reason: 'no_worker' });
  });

  it('rejects calls while it is paused, for at most half a minute', () => {
    queue.pause = { reason: '', since: 0, until: 3_500 };
    expect(queue.rejectionByState(other, 1, 10)).to.include({
      reason: 'paused',
      code: 'paused',
      retryAfter: 3,
    });

    queue.pause = { reason: '', since: 0, until: null };
    expect(queue.rejectionByState(other, 1, 10)).to.include({ reason: 'paused', retryAfter: 30 });

    queue.pause = { reason: '', since: 0, until: 1_000 };
    expect(queue.rejectionByState(other, 1, 10)).to.equal(undefined);
  });

  it('names its pause before any other reason', () => {
    queue.withoutWorkerSince = 0;
    queue.pause = { reason: '', since: 0, until: null };

    expect(queue.rejectionByState(other, 1, 10)).to.include({ reason: 'paused' });
  });
});

describe('a shared budget', () => {
  let budget: FairBudget<number>;
  beforeEach(() => {
    budget = new FairBudget(100);
  });

  it('is free until too much is held, and again when it was released', () => {
    const release = budget.acquire(1, 70);

    expect(budget.isFree(30)).to.equal(true);
    expect(budget.isFree(31)).to.equal(false);
    release();
    expect(budget.isFree(100)).to.equal(true);
  });

  it('counts a double release once', () => {
    const release = budget.acquire(1, 50);
    budget.acquire(2, 50);
    release();
    release();

    expect(budget.held).to.equal(50);
    expect(budget.owners).to.equal(1);
  });

  it('counts what an owner takes before', () => {
    expect(budget.isFair(1, 79)).to.equal(true);
    expect(budget.isFair(1, 80)).to.equal(false);
  });
});
