import { maxBatchAnswerBytes, maxBatchBytes, maxBodyBytes } from '../values/contractLimits.ts';
import { articleBatch } from './article.batch.ts';
import { customerBatch } from './customer.batch.ts';
import { type AnyOperation, type Resource, resourceOf } from './operation.ts';

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

/** The operations by which workers run atomic batches, by the resource of an entry. */
const atomicBatches: Readonly<Partial<Record<Resource, AnyOperation>>> = {
  address: customerBatch,
  article: articleBatch,
  customer: customerBatch,
};

/** Returns the operation that runs a write in an atomic batch; undefined of other operations. */
export function atomicBatchOf({ name, kind }: AnyOperation): AnyOperation | undefined {
  return kind === 'writes' ? atomicBatches[resourceOf(name)] : undefined;
}
