import { SharedClock } from '../../shared/clock.ts';
import { EarlierWorkers } from '../../shared/earlierWorkers.ts';
import { newId } from '../../shared/idents.ts';
import { Lifecycle, logStopProblems } from '../../shared/lifecycle.ts';
import type { Tell } from '../../shared/log.ts';
import { accountClaim } from '../../shared/operations/account.claim.ts';
import { resourceOf } from '../../shared/operations/operation.ts';
import { type QueueId, queuesOf, replyStream } from '../../shared/queues.ts';
import { connectToSend, connectToWait, reached } from '../../shared/redis.ts';
import { Caller } from './callClient.ts';
import { ExpiredJobs } from './expiredJobs.ts';
import { LostJobs } from './lostJobs.ts';
import { PendingCalls } from './pending.ts';
import { openGatherers } from './queues.ts';
import { RedisRoom } from './redisRoom.ts';
import { ReplyReader, replyBlockMs } from './replyReader.ts';
import { WorkerMonitor } from './workerMonitor.ts';

interface CallerOptions {
  readonly redisUrl: string;
  /** How long a call may take, in milliseconds. */
  readonly deadlineMs: number;
  /** Calls, and bytes of their requests, that may be in flight at once. */
  readonly mostCalls: number;
  readonly mostBytes: number;
  readonly tell: Tell;
}

/** How much of its deadline a call that somebody waits for may be expected to wait. */
const longestWait = 0.2;

/** Connects a caller to its queues and its reply stream; rejects when Redis can't be reached. */
export async function startCaller(options: CallerOptions): Promise<Caller> {
  const lifecycle = new Lifecycle(logStopProblems(options.tell));
  try {
    return await start(options, lifecycle);
  } catch (error) {
    await lifecycle.stop();
    throw error;
  }
}

async function start(
  { redisUrl, deadlineMs, mostCalls, mostBytes, tell }: CallerOptions,
  lifecycle: Lifecycle,
): Promise<Caller> {
  const stream = replyStream(newId());
  const redis = connectToSend(redisUrl, tell);
  lifecycle.onStop('redis', () => redis.disconnect());
  await reached(redis);
  const clock = await SharedClock.start(redis);
  lifecycle.onStop('clock', () => clock.stop());
  const workers = new WorkerMonitor({ redis, clock, tell });
  lifecycle.onStop('worker monitor', () => workers.stop());
  const accounts: QueueId = { resource: resourceOf(accountClaim), lane: 'interactive' };
  const earlierWorkers = await EarlierWorkers.start(redis, [accounts]);
  lifecycle.onStop('earlier workers', () => earlierWorkers.stop());
  const room = new RedisRoom(redis);
  lifecycle.onStop('room in redis', () => room.stop());
  const expired = new ExpiredJobs(redis, queuesOf());
  lifecycle.onStop('expired jobs', () => expired.stop());
  const gatherers = await openGatherers(redis, stream, room);
  const pending = new PendingCalls();
  const reader = new ReplyReader(redis, connectToWait(redisUrl, tell, replyBlockMs), stream, pending);
  lifecycle.onStop('replies', () => reader.stop());
  const all = Object.values(gatherers).flatMap((ofLane) => [...ofLane.values()]);
  const lostJobs = new LostJobs(redis, all, () => reader.startOver());
  lifecycle.onStop('lost jobs', () => lostJobs.stop());
  lifecycle.onStop('calls in flight', () => pending.none(), deadlineMs);
  const limits = { calls: mostCalls, bytes: mostBytes, waitMs: longestWait * deadlineMs };
  return new Caller({
    deadlineMs,
    limits,
    redis,
    gatherers,
    pending,
    clock,
    workers,
    earlierWorkers,
    lifecycle,
  });
}
