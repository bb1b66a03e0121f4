import { groupBy } from '../../shared/contract/values/groupBy.ts';
import { inAnyOrder } from '../../shared/contract/values/inAnyOrder.ts';
import { type Emit, summarize } from '../../shared/runtime/process/log.ts';
import { pause } from '../../shared/runtime/process/pause.ts';
import type { ErasedHistory, Erasures } from '../stores/erasures.ts';
import type { Inbox } from '../stores/inbox.ts';
import type { Scoped } from '../stores/scope.ts';
import type { WebhookDeliveries } from '../stores/webhookDeliveries.ts';

/** Expired rows of one kind, removed account by account. `remove` removes fewer than `max` rows only if no more have expired. */
interface ExpiringRows<Account> {
  accounts(after: number, max: number): Promise<ExpiredAccounts<Account>>;
  remove(account: Account, max: number): Promise<number>;
}

interface ExpiredAccounts<Account> {
  readonly expired: readonly Account[];
  readonly last: number | undefined;
}

type ErasuresToEnd = Pick<Erasures, 'requested' | 'eraseHistory' | 'removeAnswers' | 'done'>;

interface PurgeOptions {
  readonly rowsPerStep: number;
  /** Limit after which the other purges have their turn: rows may expire faster than they are removed. */
  readonly maxMs?: number;
  readonly emit: Emit;
  readonly stop: AbortSignal;
}

const accountsAtOnce = 1_000;

/** Erasures whose answers are searched for together. */
const erasuresAtOnce = 1_000;

/**
 * Removes rows in steps so short that no writer waits for long. Pauses after each for as long as it took, so that the database
 * is free for others half of the time. Each purge ends when nothing is left, or after the step during which its time ends or `stop`
 * aborts: the next one goes on.
 */
export class Purge {
  readonly #options: PurgeOptions;

  constructor(options: PurgeOptions) {
    this.#options = options;
  }

  /** Measures what is left, also when its time has ended. */
  inbox(inbox: Inbox): Promise<boolean> {
    const { emit } = this.#options;
    const steps = this.#inSteps((max) => inbox.removeExpired(max), this.#turn());
    async function* removals() {
      yield* steps;
      emit('inbox_measured', await inbox.measure());
    }
    return this.#run('inbox_purged', removals());
  }

  /** Removes changes that are older than `changesKeptDays`, or history that its account no longer keeps. */
  accounts<Account>(
    event: 'changes_purged' | 'history_purged',
    rows: ExpiringRows<Account>,
  ): Promise<boolean> {
    return this.#run(event, this.#ofAccounts(rows));
  }

  /**
   * Removes what is left of erased customers: values in long histories, and stored answers. An erasure that is requested during a
   * purge waits for the next one, and one that failed begins there again. An account that fails keeps no other one waiting. One
   * that has begun is not interrupted, since it would begin again with all its answers.
   */
  async erasures(erasures: ErasuresToEnd): Promise<void> {
    await this.#succeeds(() => this.#endErasures(erasures));
  }

  /** Removes deliveries of webhooks that are older than `deliveriesKeptDays`. */
  deliveries(deliveries: WebhookDeliveries): Promise<boolean> {
    const steps = this.#inSteps((max) => deliveries.removeExpired(max), this.#turn());
    return this.#run('deliveries_purged', steps);
  }

  async #endErasures(erasures: ErasuresToEnd): Promise<void> {
    const hasTime = this.#turn();
    let after = 0;
    for (let isFull = true; isFull && hasTime(); ) {
      const requested = await erasures.requested(after, erasuresAtOnce);
      isFull = requested.length === erasuresAtOnce;
      for (const [account, records] of groupBy(requested, (record) => record.account)) {
        const isDone = await this.#run('answers_erased', this.#erasureOf(account, records, erasures));
        // A full page may have only a part of its last account.
        after = isDone && isFull ? account - 1 : account;
      }
    }
  }

  /** Counts what a purge removes. Resolves to false if it fails. */
  async #run(
    event: 'inbox_purged' | 'changes_purged' | 'history_purged' | 'answers_erased' | 'deliveries_purged',
    removals: AsyncIterable<number>,
  ): Promise<boolean> {
    const { emit } = this.#options;
    const startedAt = performance.now();
    let rows = 0;
    const isDone = await this.#succeeds(async () => {
      for await (const removed of removals) rows += removed;
    });
    if (rows > 0) emit(event, { rows, ms: Math.round(performance.now() - startedAt) });
    return isDone;
  }

  /** Resolves to false if the work fails: the next purge removes what is left. */
  async #succeeds(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      this.#options.emit('purge_failed', { error: summarize(error) });
      return false;
    }
  }

  /** Begins the time of a purge. Returns a function that returns whether it may make another step. */
  #turn(): () => boolean {
    const { maxMs = 30_000, stop } = this.#options;
    const endsAt = performance.now() + maxMs;
    return () => !stop.aborted && performance.now() < endsAt;
  }

  async *#inSteps(remove: (max: number) => Promise<number>, hasTime: () => boolean): AsyncGenerator<number> {
    const { rowsPerStep } = this.#options;
    for (let removed = rowsPerStep; removed >= rowsPerStep && hasTime(); ) {
      const startedAt = performance.now();
      removed = await remove(rowsPerStep);
      await this.#pauseSince(startedAt);
      yield removed;
    }
  }

  async *#ofAccounts<Account>(rows: ExpiringRows<Account>): AsyncGenerator<number> {
    const { stop } = this.#options;
    const accounts: Account[] = [];
    for (let after: number | undefined = 0; after !== undefined && !stop.aborted; ) {
      const page: ExpiredAccounts<Account> = await rows.accounts(after, accountsAtOnce);
      accounts.push(...page.expired);
      after = page.last;
    }
    const hasTime = this.#turn();
    for (const account of inAnyOrder(accounts))
      yield* this.#inSteps((max) => rows.remove(account, max), hasTime);
  }

  async *#erasureOf(
    account: number,
    records: readonly Scoped[],
    erasures: ErasuresToEnd,
  ): AsyncGenerator<number> {
    const { rowsPerStep, stop } = this.#options;
    const idents = new Set(records.map(({ value }) => value));
    for (const record of records)
      for (let after: number | undefined = -1; after !== undefined; ) {
        if (stop.aborted) return;
        const startedAt = performance.now();
        const step: ErasedHistory = await erasures.eraseHistory(record, after, rowsPerStep);
        for (const address of step.addresses) idents.add(address);
        after = step.last;
        if (after !== undefined) await this.#pauseSince(startedAt);
      }
    for (let after: string | undefined = ''; after !== undefined; ) {
      if (stop.aborted) return;
      const startedAt = performance.now();
      const step: { readonly removed: number; readonly last: string | undefined } =
        await erasures.removeAnswers(account, idents, after, rowsPerStep);
      await this.#pauseSince(startedAt);
      yield step.removed;
      after = step.last;
    }
    await erasures.done(
      account,
      records.map(({ value }) => value),
    );
  }

  /** Pauses for as long as the step took. */
  #pauseSince(startedAt: number): Promise<void> {
    return pause(performance.now() - startedAt, this.#options.stop);
  }
}
