import { groupBy } from '../../shared/contract/values/groupBy.ts';

/** Takes one item of each account, then the next of each. Items of one account keep their order. */
export function inTurn<T>(items: readonly T[], accountOf: (item: T) => number): T[] {
  const waiting = groupBy(items, accountOf);
  const turns: T[] = [];
  for (let round = 0; waiting.size > 0; round += 1)
    for (const [account, ofAccount] of waiting) {
      turns.push(ofAccount[round] as T);
      if (ofAccount.length === round + 1) waiting.delete(account);
    }
  return turns;
}
