import { maxBatchAnswerBytes, maxBatchBytes } from '../values/contractLimits.ts';

/** Runs many independent operations from one signed request (docs/api.md#batch). The gateway makes their calls. */
export const batchRun = {
  name: 'batch.run',
  summary: 'Runs many operations, independently and in any order.',
  kind: 'batch',
  success: 'batch finished',
  maxOperations: 1_000,
  maxBytes: maxBatchBytes,
  maxAnswerBytes: maxBatchAnswerBytes,
} as const;
