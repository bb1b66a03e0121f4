import { groupBy } from '../../shared/contract/values/groupBy.ts';
import { type Emit, summarize } from '../../shared/runtime/process/log.ts';
import { pause } from '../../shared/runtime/process/pause.ts';
import type { ErasedHistory, Erasures } from '../stores/erasures.ts';
import type { Inbox } from '../stores/inbox.ts';
import type { Scoped } from '../stores/scope.ts';
import type { WebhookDeliveries } from '../stores/webhookDeliveries.ts';

const accountsAtOnce = 1_000;

export async function purgeInbox(
  inbox: Inbox,
  rowsPerStep: number,
  emit: Emit,
  stop: AbortSignal,
): Promise<void> {
  async function* removals() {
    yield* inSteps(() => inbox.removeExpired(rowsPerStep), rowsPerStep, stop);
    emit('inbox_measured', await inbox.measure());
  }
  await purge('inbox_purged', removals(), emit);
}

/** Rows that expire in the accounts, one kind after the other. `remove` removes fewer than `max` rows only if no more have expired. */
interface ExpiringRows<Account> {
  accounts(
    after: number,
    max: number,
  ): Promise<{ readonly expired: readonly Account[]; readonly last: number | undefined }>;
  remove(account: Account, max: number): Promise<number>;
}

/** Removes changes that are older than `changesKeptDays`, or history that its account no longer keeps. */
export async function purgeAccounts<Account>(
  event: 'changes_purged' | 'history_purged',
  rows: ExpiringRows<Account>,
  rowsPerStep: number,
  emit: Emit,
  stop: AbortSignal,
): Promise<void> {
  async function* removals() {
    let after: number | undefined = 0;
    while (after !== undefined && !stop.aborted) {
      const { expired, last } = await rows.accounts(after, accountsAtOnce);
      for (const account of expired)
        yield* inSteps(() => rows.remove(account, rowsPerStep), rowsPerStep, stop);
      after = last;
    }
  }
  await purge(event, removals(), emit);
}

/** Erasures whose answers are searched for together. */
const erasuresAtOnce = 1_000;

type ErasuresToEnd = Pick<Erasures, 'requested' | 'eraseHistory' | 'removeAnswers' | 'done'>;

/** Then the other purges have their turn: a search reads all answers of an account. */
const maxErasingMs = 30_000;

/**
 * Removes what is left of erased customers: values in long histories, and stored answers. What is requested meanwhile waits for
 * the next purge, where an erasure that a failure interrupts begins again. An account that fails keeps no other one waiting.
 */
export async function eraseAnswers(
  erasures: ErasuresToEnd,
  rowsPerStep: number,
  emit: Emit,
  stop: AbortSignal,
  maxMs = maxErasingMs,
): Promise<void> {
  const endsAt = performance.now() + maxMs;
  let after = 0;
  for (let isFull = true; isFull && !stop.aborted && performance.now() < endsAt; ) {
    const requested = await erasures.requested(after, erasuresAtOnce);
    isFull = requested.length === erasuresAtOnce;
    for (const [account, records] of groupBy(requested, (record) => record.account)) {
      const isDone = await purge('answers_erased', erasureOf(records, erasures, rowsPerStep, stop), emit);
      // A full page may have only a part of its last account.
      after = isDone && isFull ? account - 1 : account;
    }
  }
}

async function* erasureOf(
  records: readonly Scoped[],
  erasures: ErasuresToEnd,
  rowsPerStep: number,
  stop: AbortSignal,
): AsyncGenerator<number> {
  const idents = new Set(records.map(({ value }) => value));
  for (const record of records)
    for (let after: number | undefined = -1; after !== undefined; ) {
      if (stop.aborted) return;
      const startedAt = performance.now();
      const step: ErasedHistory = await erasures.eraseHistory(record, after, rowsPerStep);
      for (const address of step.addresses) idents.add(address);
      after = step.last;
      if (after !== undefined) await pause(performance.now() - startedAt, stop);
    }
  const account = records[0]?.account ?? 0;
  for (let after: string | undefined = ''; after !== undefined; ) {
    if (stop.aborted) return;
    const startedAt = performance.now();
    const step: { readonly removed: number; readonly last: string | undefined } =
      await erasures.removeAnswers(account, idents, after, rowsPerStep);
    await pause(performance.now() - startedAt, stop);
    yield step.removed;
    after = step.last;
  }
  await erasures.done(
    account,
    records.map(({ value }) => value),
  );
}

/** Removes deliveries of webhooks that are older than `deliveriesKeptDays`. */
export async function purgeDeliveries(
  deliveries: WebhookDeliveries,
  rowsPerStep: number,
  emit: Emit,
  stop: AbortSignal,
): Promise<void> {
  const removals = inSteps(() => deliveries.removeExpired(rowsPerStep), rowsPerStep, stop);
  await purge('deliveries_purged', removals, emit);
}

/** Counts what a purge removes. Resolves to false if it fails: the next purge removes what is left. */
async function purge(
  event: 'inbox_purged' | 'changes_purged' | 'history_purged' | 'answers_erased' | 'deliveries_purged',
  removals: AsyncIterable<number>,
  emit: Emit,
): Promise<boolean> {
  const startedAt = performance.now();
  let rows = 0;
  let isDone = true;
  try {
    for await (const removed of removals) rows += removed;
  } catch (error) {
    isDone = false;
    emit('purge_failed', { error: summarize(error) });
  }
  if (rows > 0) emit(event, { rows, ms: Math.round(performance.now() - startedAt) });
  return isDone;
}

/**
 * Removes rows in steps so short that no writer waits for long. Pauses after each for as long as it took, so that the database
 * is free for others half of the time. Ends when nothing is left, or after the step during which `stop` aborts.
 */
async function* inSteps(
  remove: () => Promise<number>,
  rowsPerStep: number,
  stop: AbortSignal,
): AsyncGenerator<number> {
  for (let removed = rowsPerStep; removed >= rowsPerStep && !stop.aborted; ) {
    const startedAt = performance.now();
    removed = await remove();
    await pause(performance.now() - startedAt, stop);
    yield removed;
  }
}
