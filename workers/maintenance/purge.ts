import { setTimeout as delay } from 'node:timers/promises';
import { type Emit, summarize } from '../../shared/runtime/process/log.ts';
import type { FeedPurge } from '../stores/feedPurge.ts';
import type { Inbox } from '../stores/inbox.ts';
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

/** Removes changes that are older than `changesKeptDays`. */
export async function purgeChanges(
  changes: FeedPurge,
  rowsPerStep: number,
  emit: Emit,
  stop: AbortSignal,
): Promise<void> {
  async function* removals() {
    let after: number | undefined = 0;
    while (after !== undefined && !stop.aborted) {
      const { expired, last } = await changes.accounts(after, accountsAtOnce);
      for (const account of expired)
        yield* inSteps(() => changes.remove(account, rowsPerStep), rowsPerStep, stop);
      after = last;
    }
  }
  await purge('changes_purged', removals(), emit);
}

/** Removes deliveries of webhooks that are older than `deliveriesKeptDays`. */
export function purgeDeliveries(
  deliveries: WebhookDeliveries,
  rowsPerStep: number,
  emit: Emit,
  stop: AbortSignal,
): Promise<void> {
  const removals = inSteps(() => deliveries.removeExpired(rowsPerStep), rowsPerStep, stop);
  return purge('deliveries_purged', removals, emit);
}

/** Counts what a purge removes. Never rejects: the next purge removes what a failure left. */
async function purge(
  event: 'inbox_purged' | 'changes_purged' | 'deliveries_purged',
  removals: AsyncIterable<number>,
  emit: Emit,
): Promise<void> {
  const startedAt = performance.now();
  let rows = 0;
  try {
    for await (const removed of removals) rows += removed;
  } catch (error) {
    emit('purge_failed', { error: summarize(error) });
  }
  if (rows > 0) emit(event, { rows, ms: Math.round(performance.now() - startedAt) });
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
  for (let removed = rowsPerStep; removed === rowsPerStep && !stop.aborted; ) {
    const startedAt = performance.now();
    removed = await remove();
    await delay(performance.now() - startedAt, undefined, { signal: stop }).catch(() => {});
    yield removed;
  }
}
