import { setTimeout as delay } from 'node:timers/promises';

const restMs = 40;

/**
 * Waits, as clients of a test do between two calls. Servers and processes that start meanwhile get most of the processors:
 * such a test is over sooner than with clients that never rest.
 */
export function rest(): Promise<void> {
  return delay(restMs);
}
