import { slowMs } from './budget.ts';
import type { Turn } from './deliverer.ts';

/** Deliveries of one job. Then the webhook waits for its next turn. */
const maxDeliveries = 10;

/**
 * Makes deliveries of a webhook until its turn ends. Resolves to true if there may be more at once: then it waits behind the others
 * for its next turn. A delivery that took long ends the turn without: the next scan finds the webhook again, beside those that had
 * no room meanwhile. Otherwise, a few slow receivers would keep the room of all slow ones.
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
