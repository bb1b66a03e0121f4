import { type Finding, ok, warn } from './finding.ts';

/** Milliseconds. Deadlines go by Redis's clock, dates by those of workers. */
const farthest = 1_000;

/** Compares a server's clock with this machine's. */
export async function checkClock(check: string, serverNow: () => Promise<number>): Promise<Finding> {
  const asked = Date.now();
  const there = await serverNow();
  const difference = Math.round(there - (asked + Date.now()) / 2);
  const message = `${Math.abs(difference)} ms ${difference < 0 ? 'behind' : 'ahead of'} this machine`;
  if (Math.abs(difference) <= farthest) return ok(check, message);
  return warn(check, message, 'synchronize the clocks of all machines, with NTP');
}
