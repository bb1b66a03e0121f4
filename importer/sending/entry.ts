import type { BatchEntry } from '../../client/nodeClient.ts';

/** Builds an operation whose fields come from the columns of a file, so the compiler can't check them. */
export function entryOf(method: string, data: object, key?: string): BatchEntry {
  return { method, data, ...(key !== undefined && { key }) } as unknown as BatchEntry;
}
