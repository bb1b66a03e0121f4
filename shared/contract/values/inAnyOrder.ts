/** Shuffles: where there is not room or time for all, none always comes first. */
export function inAnyOrder<T>(list: readonly T[]): readonly T[] {
  return list
    .map((value) => ({ value, place: Math.random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ value }) => value);
}
