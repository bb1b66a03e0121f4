import { maxBatchAnswerBytes, maxBatchBytes, maxBodyBytes } from '../values/contractLimits.ts';

/** Runs many operations from one signed request (docs/api.md#batch). The gateway makes their calls. */
export const batchRun = {
  name: 'batch.run',
  summary: 'Runs many operations: independently and in any order, or all or none.',
  kind: 'batch',
  success: 'batch finished',
  maxOperations: 1_000,
  maxBytes: maxBatchBytes,
  maxAnswerBytes: maxBatchAnswerBytes,
  /** Limits of an atomic batch, which is one call: it holds its locks for less than a second. */
  maxAtomicOperations: 200,
  maxAtomicBytes: maxBodyBytes,
} as const;
