import { type Call, inboxId } from '../../shared/calls/call.ts';
import type { Implementation } from './implementation.ts';

/** A set holds at most one writing call for each record, and for each idempotency key. */
export class Claims {
  readonly #implementation: Implementation;
  readonly #taken = new Set<string>();

  constructor(implementation: Implementation) {
    this.#implementation = implementation;
  }

  /** Claims what a call writes to; false when a call before it has. */
  claim(call: Call): boolean {
    const { record, contract } = this.#implementation;
    if (contract.kind === 'reads') return true;
    const claims = [`${call.account}:${inboxId(call)}`, ...(record ? [record(call as Call<never>)] : [])];
    if (claims.some((claim) => this.#taken.has(claim))) return false;
    for (const claim of claims) this.#taken.add(claim);
    return true;
  }
}

/** Calls in sets that may run, one after the other; calls on the same record keep their order. */
export function independentSets(calls: readonly Call[], implementation: Implementation): Call[][] {
  const sets: Call[][] = [];
  for (let open = calls; open.length > 0; ) {
    const claims = new Claims(implementation);
    const [set, later]: [Call[], Call[]] = [[], []];
    for (const call of open) (claims.claim(call) ? set : later).push(call);
    sets.push(set);
    open = later;
  }
  return sets;
}
