/** Pauses after failed attempts, in seconds; the last one is repeated. Six attempts in the first hour. */
const pauses = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800];

/** Share of a pause by which it may be longer: receivers that failed together are not called together. */
const jitter = 0.1;

/** Returns seconds until the next attempt, after `failures` failed ones in a row. */
export function retryPauseSeconds(failures: number): number {
  const seconds = pauses[Math.min(failures, pauses.length) - 1] as number;
  return seconds * (1 + jitter * Math.random());
}
