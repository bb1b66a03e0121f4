import type { Redis } from 'ioredis';
import type { Resource } from '../shared/operations/operation.ts';
import { presenceKey } from '../shared/queues.ts';

const beatMs = 2_000;
/** Seconds that a beat is good for. */
const goodFor = 6;

/** Tells gateways that somebody serves these resources; returns how to stop telling. */
export function tellPresence(redis: Redis, served: readonly Resource[]): () => void {
  const beat = () => {
    for (const resource of served)
      redis.set(presenceKey(resource), process.pid, 'EX', goodFor).catch(() => {});
  };
  beat();
  const beating = setInterval(beat, beatMs);
  return () => clearInterval(beating);
}
