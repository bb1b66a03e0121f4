import type { WorkerStatus } from '../../shared/wire/status/processStatus.ts';

const maxSamples = 10;

/** Resolves to the ident of an account, by `accounts.id`. */
export type IdentOf = (account: number) => Promise<string | undefined>;

/** Finds the account with the most calls that wait for its number sequence. */
export class SequenceWaits {
  readonly #identOf: IdentOf;
  readonly #idents = new Map<number, string>();
  readonly #samples: ReadonlyMap<number, number>[] = [];

  constructor(identOf: IdentOf) {
    this.#identOf = identOf;
  }

  add(waits: readonly ReadonlyMap<number, number>[]): void {
    const sample = new Map<number, number>();
    for (const ofCoalescer of waits)
      for (const [account, calls] of ofCoalescer) sample.set(account, (sample.get(account) ?? 0) + calls);
    this.#samples.push(sample);
    if (this.#samples.length > maxSamples) this.#samples.shift();
  }

  /** Mean number of waiting calls. Undefined if no call waits. */
  get most(): WorkerStatus['sequence'] {
    const sums = new Map<number, number>();
    for (const sample of this.#samples)
      for (const [account, calls] of sample) sums.set(account, (sums.get(account) ?? 0) + calls);
    let most = 0;
    let account = 0;
    for (const [candidate, sum] of sums) {
      if (sum <= most) continue;
      most = sum;
      account = candidate;
    }
    return most === 0 ? undefined : { account: this.#name(account), waiting: most / this.#samples.length };
  }

  #name(account: number): string {
    const known = this.#idents.get(account);
    if (known !== undefined) return known;
    this.#identOf(account).then(
      (ident) => ident !== undefined && this.#idents.set(account, ident),
      () => {}, // the next report asks again
    );
    return `account ${account}`;
  }
}
