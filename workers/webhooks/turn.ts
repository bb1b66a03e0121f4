import { slowMs } from './attemptBudget.ts';
import type { Turn } from './deliverer.ts';

/** Deliveries of one job. Then the webhook waits for its next turn. */
const maxDeliveries = 10;

/**
 * Makes deliveries of a webhook until its turn ends. Resolves to true if there may be more at once: then it waits behind the others
 * for its next turn. A slow delivery ends the turn and resolves to false. The next scan then finds the webhook again, together with
 * those that had no room. Otherwise, a few slow receivers would keep the room of all slow ones.
 */
export async function takeTurn(deliver: () => Promise<Turn>, isStopping: () => boolean): Promise<boolean> {
  const startedAt = performance.now();
  for (let count = 1, before = startedAt; ; count += 1) {
    const turn = await deliver();
    const now = performance.now();
    if (now - before > slowMs) return false;
    const hasMore = turn === 'delivered' || turn === 'skipped';
    if (!hasMore || isStopping() || count === maxDeliveries || now - startedAt > slowMs) return hasMore;
    before = now;
  }
}
