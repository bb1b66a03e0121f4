/** Many operations in one signed request, each on its own (contract.md, "Additional operations"). */
export const batchRun = {
  name: 'batch.run',
  summary: 'Runs many operations, each on its own, in no promised order.',
  success: 'batch finished',
  mostOperations: 1_000,
  /** Of the request's body. */
  mostBytes: 8_388_608,
} as const;
