/** Numbers from 0 to below 1, the same ones in every run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Generator of random values, the same in every run. */
export type Drawing = ReturnType<typeof drawing>;

/** Draws from a list, or a string of up to some characters of the list. */
export function drawing(seed: number) {
  const random = seeded(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const one = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  const text = (characters: readonly string[], max: number) =>
    Array.from({ length: below(max + 1) }, () => one(characters)).join('');
  return { below, one, text };
}
