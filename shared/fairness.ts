/** Puts items of many accounts in turn, one of each account and so on; those of one account keep their order. */
export function inTurn<T>(items: readonly T[], accountOf: (item: T) => number): T[] {
  const byAccount = new Map<number, T[]>();
  for (const item of items) {
    const account = accountOf(item);
    const its = byAccount.get(account);
    if (its) its.push(item);
    else byAccount.set(account, [item]);
  }
  if (byAccount.size === 1) return [...items];
  const turns: T[] = [];
  for (let round = 0; turns.length < items.length; round += 1)
    for (const its of byAccount.values()) if (round < its.length) turns.push(its[round] as T);
  return turns;
}
