import { batchRun } from '../../shared/batch.ts';
import type { AdmissionLimits } from './admission.ts';

/** So many of the largest batches fit at least: one account may have most of the room, but not all. */
const fewestBatches = 8;

/** How much longer calls of batches may be expected to wait. */
const patience = 2;

/**
 * What a gateway has under way of batches at most, beside what it has of single calls: so that neither takes the other's
 * room. A batch comes whole, so there is room for some even if few single calls are let in.
 */
export function bulkLimits({ calls, bytes, waitMs }: AdmissionLimits): AdmissionLimits {
  return {
    calls: Math.max(calls, fewestBatches * batchRun.mostOperations),
    bytes: Math.max(bytes, fewestBatches * batchRun.mostBytes),
    waitMs: patience * waitMs,
  };
}
