import { setFlagsFromString } from 'node:v8';

/**
 * Lets V8 collect long-lived objects when they have grown by half. On a machine with much memory it would wait until they
 * have become four times as many: an import then takes 215 MB instead of 140, and is no faster.
 */
export function limitGarbage(): void {
  // V8 reads this flag at each collection, so that it works after the start too.
  setFlagsFromString('--heap-growing-percent=50');
}
