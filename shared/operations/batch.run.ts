/** Many operations in one signed request, each on its own (docs/api.md#batch). The gateway runs it, as calls of the others. */
export const batchRun = {
  name: 'batch.run',
  summary: 'Runs many operations, independently and in any order.',
  kind: 'batch',
  success: 'batch finished',
  maxOperations: 1_000,
  /** Of the request's body. */
  maxBytes: 8_388_608,
  /** Of all answers together, except those to writes, which are as large as what was sent. */
  maxAnswerBytes: 16_777_216,
} as const;
