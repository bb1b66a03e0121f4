import type { AccountShare } from '../../shared/wire/status/processStatus.ts';

const seconds = 10;

interface Caller {
  /** `accounts.id`. */
  readonly account: number;
  readonly accountIdent: string;
}

/**
 * Counts the calls of each account during the last ten seconds, including rejected ones. Metrics must not name accounts; the
 * status names the account with the most calls.
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
    let [calls, most, topAccount] = [0, 0, 0];
    for (const [account, ofAccount] of this.#totals) {
      calls += ofAccount;
      if (ofAccount > most) [most, topAccount] = [ofAccount, account];
    }
    const account = this.#idents.get(topAccount);
    return {
      calls,
      active: this.#totals.size,
      ...(account !== undefined && { top: { account, calls: most } }),
    };
  }
}
