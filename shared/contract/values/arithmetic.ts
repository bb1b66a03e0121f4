export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Returns the item with the highest value, or the first of several; undefined without items. */
export function maxBy<Item>(items: readonly Item[], valueOf: (item: Item) => number): Item | undefined {
  return items.toSorted((one, other) => valueOf(other) - valueOf(one))[0];
}

type Counts = Readonly<Record<string, number>>;

/** Adds up counts of the same name. */
export function addCounts(all: readonly Counts[]): Counts {
  const added: Record<string, number> = {};
  for (const counts of all)
    for (const [name, count] of Object.entries(counts)) added[name] = (added[name] ?? 0) + count;
  return added;
}
