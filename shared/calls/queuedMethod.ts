import type { OperationName } from '../operations/index.ts';

/** Fields that change what an operation does, but that workers of version 0.2.0 ignore. */
const decisiveFields = ['if_version', 'customer_identifier'] as const;

const separator = '+';

export type QueuedMethod =
  | OperationName
  | `${OperationName}${typeof separator}${(typeof decisiveFields)[number]}`;

/**
 * Prevents a worker of version 0.2.0 from running a call without its condition: it would update a record that has another
 * version. It does not know the longer method, and answers `internal_error`.
 */
export function queuedMethod(name: OperationName, input: object): QueuedMethod {
  for (const field of decisiveFields)
    if ((input as Readonly<Record<string, unknown>>)[field] !== undefined)
      return `${name}${separator}${field}`;
  return name;
}

export function operationOf(method: QueuedMethod): OperationName {
  const end = method.indexOf(separator);
  return end === -1 ? (method as OperationName) : (method.slice(0, end) as OperationName);
}
