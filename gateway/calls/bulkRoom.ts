import { batchRun } from '../../shared/calls/batch.ts';
import type { AdmissionLimits } from './admission.ts';

/** So many of the largest batches fit at least: one account may have most of the room, but not all. */
const minBatches = 8;

/** How much longer calls of batches may be expected to wait. */
const patience = 2;

/**
 * What a gateway has under way of batches at most, beside what it has of single calls: so that neither takes the other's
 * room. A batch comes whole, so there is room for some even if few single calls are let in.
 */
export function bulkLimits({ calls, bytes, waitMs }: AdmissionLimits): AdmissionLimits {
  return {
    calls: Math.max(calls, minBatches * batchRun.maxOperations),
    bytes: Math.max(bytes, minBatches * batchRun.maxBytes),
    waitMs: patience * waitMs,
  };
}
