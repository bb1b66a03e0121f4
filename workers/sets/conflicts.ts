import { type Call, inboxId } from '../../shared/calls/call.ts';
import type { Implementation } from './implementation.ts';

/** Keeps conflicting calls out of a set: it has at most one write to each record, and one with each idempotency key. */
export class ConflictFilter {
  readonly #implementation: Implementation;
  readonly #used = new Set<string>();

  constructor(implementation: Implementation) {
    this.#implementation = implementation;
  }

  /** Whether the call joins the set; false if it conflicts with a call that did before. */
  admits(call: Call): boolean {
    const { record, contract } = this.#implementation;
    if (contract.kind === 'reads') return true;
    const keys = [`${call.account}:${inboxId(call)}`, ...(record ? [record(call as Call<never>)] : [])];
    if (keys.some((key) => this.#used.has(key))) return false;
    for (const key of keys) this.#used.add(key);
    return true;
  }
}

/** Divides calls into sets without conflicts, which run one after the other; calls on the same record keep their order. */
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
