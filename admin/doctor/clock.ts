import { type Finding, ok, warn } from '../findings.ts';

/** Milliseconds. Deadlines follow the clock of Redis, and dates those of workers. */
const maxDifferenceMs = 1_000;

export async function checkClock(check: string, serverNow: () => Promise<number>): Promise<Finding> {
  const asked = Date.now();
  const there = await serverNow();
  const difference = Math.round(there - (asked + Date.now()) / 2);
  const message = `${Math.abs(difference)} ms ${difference < 0 ? 'behind' : 'ahead of'} this machine`;
  if (Math.abs(difference) <= maxDifferenceMs) return ok(check, message);
  return warn(check, message, 'synchronize the clocks of all machines, with NTP');
}
