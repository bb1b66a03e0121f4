/** Puts items of many accounts in turn, one of each account and so on; those of one account keep their order. */
export function inTurn<T>(items: readonly T[], accountOf: (item: T) => number): T[] {
  const waiting = new Map<number, T[]>();
  for (const item of items) {
    const account = accountOf(item);
    const its = waiting.get(account);
    if (its) its.push(item);
    else waiting.set(account, [item]);
  }
  const turns: T[] = [];
  for (let round = 0; waiting.size > 0; round += 1)
    for (const [account, its] of waiting) {
      turns.push(its[round] as T);
      if (its.length === round + 1) waiting.delete(account);
    }
  return turns;
}
