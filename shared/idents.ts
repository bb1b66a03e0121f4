import { monotonicFactory } from 'ulid';
import type { IdentPrefix } from './operations/operation.ts';

const ulid = monotonicFactory();

/** 26 characters in lower case that sort by the time they were made: for requests, calls and jobs. */
export function newId(): string {
  return ulid().toLowerCase();
}

/** The ident of a new record, such as `cus_01jd2q4z0c8k3v7n5m9x1r6t2w` (contract.md, "Idents"). */
export function newIdent(prefix: IdentPrefix | 'acc' | 'app'): string {
  return `${prefix}_${newId()}`;
}
