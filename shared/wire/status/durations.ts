import { sum } from '../../contract/values/arithmetic.ts';

/** Buckets grow by a quarter, from 0.1 ms to 15 minutes. Bounds are upper bounds, in milliseconds. */
const bucketRatio = 1.25;
const firstMs = 0.1;
const buckets = 72;
const perBucket = Math.log(bucketRatio);

/** Histogram of durations, fine enough for percentiles with an error of a few percent. */
export class Durations {
  /** Durations per bucket. They never fall: a window takes their growth. */
  readonly counts: number[] = Array.from({ length: buckets }, () => 0);

  observe(ms: number): void {
    const bucket = ms <= firstMs ? 0 : Math.ceil(Math.log(ms / firstMs) / perBucket);
    const index = Math.min(bucket, buckets - 1);
    this.counts[index] = (this.counts[index] as number) + 1;
  }
}

/** Durations of the calls of a queue, by operation. */
export class OperationDurations {
  readonly byOperation = new Map<string, Durations>();

  observe(operation: string, ms: number): void {
    let durations = this.byOperation.get(operation);
    if (!durations) {
      durations = new Durations();
      this.byOperation.set(operation, durations);
    }
    durations.observe(ms);
  }

  /** Durations per bucket, of all operations. */
  get counts(): readonly number[] {
    const each = [...this.byOperation.values()];
    return noDurations.map((_, bucket) => sum(each.map(({ counts }) => counts[bucket] as number)));
  }
}

/** Durations per bucket before the first one. */
export const noDurations: readonly number[] = Array.from({ length: buckets }, () => 0);

/** Duration in milliseconds that this share of the durations does not exceed; undefined without any. */
export function percentile(counts: readonly number[], share: number): number | undefined {
  const rank = share * sum(counts);
  if (rank === 0) return undefined;
  let below = 0;
  for (const [index, count] of counts.entries()) {
    if (count > 0 && below + count >= rank) return within(index, (rank - below) / count);
    below += count;
  }
  /* v8 ignore next -- only if rounding makes the rank larger than the sum. */
  return boundOf(counts.length - 1);
}

/** Assumes an even spread within a bucket. */
function within(index: number, share: number): number {
  const lower = index === 0 ? 0 : boundOf(index - 1);
  return lower + share * (boundOf(index) - lower);
}

function boundOf(index: number): number {
  return firstMs * bucketRatio ** index;
}
