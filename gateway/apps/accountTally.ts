import {
  type AccountShare,
  type AccountUse,
  accountSeconds,
  weightOf,
} from '../../shared/wire/status/processStatus.ts';
import type { App } from './app.ts';

const maxTop = 5;

interface Use {
  calls: number;
  bytes: number;
}

/**
 * Counts the calls of each account during the last ten seconds, including rejected ones, and the bytes of their answers. Metrics
 * must not name accounts; the status names those with the most of both.
 */
export class AccountTally {
  readonly #totals = new Map<number, Use>();
  readonly #idents = new Map<number, string>();
  readonly #seconds: Map<number, Use>[] = [new Map()];

  /** Counts calls, or the bytes of answers to calls that were counted before. */
  add({ account, accountIdent }: Pick<App, 'account' | 'accountIdent'>, calls = 1, bytes = 0): void {
    // `nextSecond` would never remove an account without calls or bytes.
    if (calls === 0 && bytes === 0) return;
    this.#idents.set(account, accountIdent);
    for (const uses of [this.#seconds.at(-1) as Map<number, Use>, this.#totals]) {
      const use = uses.get(account);
      if (use) {
        use.calls += calls;
        use.bytes += bytes;
      } else uses.set(account, { calls, bytes });
    }
  }

  /** Touches only the accounts of the second that drops out. */
  nextSecond(): void {
    this.#seconds.push(new Map());
    if (this.#seconds.length <= accountSeconds) return;
    for (const [account, { calls, bytes }] of this.#seconds.shift() ?? []) {
      const total = this.#totals.get(account) as Use;
      total.calls -= calls;
      total.bytes -= bytes;
      if (total.calls > 0 || total.bytes > 0) continue;
      this.#totals.delete(account);
      this.#idents.delete(account);
    }
  }

  get share(): AccountShare {
    const share = { calls: 0, bytes: 0 };
    let top: readonly AccountUse[] = [];
    // There may be ten thousand accounts: only those that use much are sorted.
    for (const [account, use] of this.#totals) {
      share.calls += use.calls;
      share.bytes += use.bytes;
      const least = top.at(-1);
      if (least && top.length === maxTop && weightOf(use) <= weightOf(least)) continue;
      const all = [...top, { account: this.#idents.get(account) ?? '', ...use }];
      top = all.toSorted((one, other) => weightOf(other) - weightOf(one)).slice(0, maxTop);
    }
    return { ...share, active: this.#totals.size, top };
  }
}
