import { type Call, inboxId } from '../../shared/wire/call.ts';
import type { Implementation } from './implementation.ts';

/** Admits at most one write to each record and one call with each idempotency key to a set. */
export class ConflictFilter {
  readonly #implementation: Implementation;
  readonly #used = new Set<string>();

  constructor(implementation: Implementation) {
    this.#implementation = implementation;
  }

  /** Returns false if the call conflicts with one that was admitted before. */
  admits(call: Call): boolean {
    const { changedRecord, contract, isAtomic } = this.#implementation;
    if (contract.kind === 'reads') return true;
    if (isAtomic && this.#used.size > 0) return false;
    const key = `${call.account}:${inboxId(call)}`;
    const record = changedRecord?.(call);
    if (this.#used.has(key) || (record !== undefined && this.#used.has(record))) return false;
    this.#used.add(key);
    if (record !== undefined) this.#used.add(record);
    return true;
  }
}

/** Divides calls into sets without conflicts, to run one after the other. Calls on the same record keep their order. */
export function independentSets(calls: readonly Call[], implementation: Implementation): Call[][] {
  const sets: Call[][] = [];
  for (let open = calls; open.length > 0; ) {
    const filter = new ConflictFilter(implementation);
    const set: Call[] = [];
    const later: Call[] = [];
    for (const call of open) (filter.admits(call) ? set : later).push(call);
    sets.push(set);
    open = later;
  }
  return sets;
}
