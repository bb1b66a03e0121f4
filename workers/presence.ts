import type { Redis } from 'ioredis';
import { presenceKey, type QueueId } from '../shared/queues.ts';

const beatMs = 2_000;
/** Seconds that a beat is good for. */
const goodFor = 6;

/** Tells gateways that somebody serves these queues; returns how to stop telling. */
export function tellPresence(redis: Redis, served: readonly QueueId[]): () => void {
  const beat = () => {
    for (const queue of served) redis.set(presenceKey(queue), process.pid, 'EX', goodFor).catch(() => {});
  };
  beat();
  const beating = setInterval(beat, beatMs);
  return () => clearInterval(beating);
}
