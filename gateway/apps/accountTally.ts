import type { AccountCalls, AccountShare } from '../../shared/wire/status/processStatus.ts';

const seconds = 10;
const maxTop = 5;

interface Caller {
  /** `accounts.id`. */
  readonly account: number;
  readonly accountIdent: string;
}

/**
 * Counts the calls of each account during the last ten seconds, including rejected ones. Metrics must not name accounts; the
 * status names those with the most calls.
 */
export class AccountTally {
  readonly #totals = new Map<number, number>();
  readonly #idents = new Map<number, string>();
  readonly #seconds: Map<number, number>[] = [new Map()];

  add({ account, accountIdent }: Caller, calls = 1): void {
    const second = this.#seconds.at(-1) as Map<number, number>;
    if (!this.#totals.has(account)) this.#idents.set(account, accountIdent);
    second.set(account, (second.get(account) ?? 0) + calls);
    this.#totals.set(account, (this.#totals.get(account) ?? 0) + calls);
  }

  /** Touches only the accounts of the second that drops out. */
  nextSecond(): void {
    this.#seconds.push(new Map());
    if (this.#seconds.length <= seconds) return;
    for (const [account, calls] of this.#seconds.shift() ?? []) {
      const left = (this.#totals.get(account) ?? 0) - calls;
      if (left > 0) this.#totals.set(account, left);
      else this.#forget(account);
    }
  }

  #forget(account: number): void {
    this.#totals.delete(account);
    this.#idents.delete(account);
  }

  get share(): AccountShare {
    let calls = 0;
    let top: readonly AccountCalls[] = [];
    // There may be ten thousand accounts: only those with many calls are sorted.
    for (const [account, ofAccount] of this.#totals) {
      calls += ofAccount;
      if (top.length === maxTop && ofAccount <= (top.at(-1)?.calls ?? 0)) continue;
      const all = [...top, { account: this.#idents.get(account) ?? '', calls: ofAccount }];
      top = all.toSorted((one, other) => other.calls - one.calls).slice(0, maxTop);
    }
    return { calls, active: this.#totals.size, top };
  }
}
