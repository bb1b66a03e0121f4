/** Runs many independent operations from one signed request (docs/api.md#batch). The gateway makes their calls. */
export const batchRun = {
  name: 'batch.run',
  summary: 'Runs many operations, independently and in any order.',
  kind: 'batch',
  success: 'batch finished',
  maxOperations: 1_000,
  maxBytes: 8_388_608,
  /** Limit of all answers together. Answers to writes do not count: they are as large as the request. */
  maxAnswerBytes: 16_777_216,
} as const;
