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
    const { record, contract } = this.#implementation;
    if (contract.kind === 'reads') return true;
    const keys = [`${call.account}:${inboxId(call)}`, ...(record ? [record(call as Call<never>)] : [])];
    if (keys.some((key) => this.#used.has(key))) return false;
    for (const key of keys) this.#used.add(key);
    return true;
  }
}

/** Divides calls into sets without conflicts, to run one after the other. Calls on the same record keep their order. */
export function independentSets(calls: readonly Call[], implementation: Implementation): Call[][] {
  const sets: Call[][] = [];
  for (let open = calls; open.length > 0; ) {
    const filter = new ConflictFilter(implementation);
    const [set, later]: [Call[], Call[]] = [[], []];
    for (const call of open) (filter.admits(call) ? set : later).push(call);
    sets.push(set);
    open = later;
  }
  return sets;
}
