export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

export function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = (sorted.length - 1) / 2;
  const median = ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2;
  return { median, min: sorted[0] ?? Number.NaN, max: sorted.at(-1) ?? Number.NaN };
}

/**
 * Confidence interval of a median, of at least 95 %: the values between which it lies with this probability, whatever their
 * distribution (Conover, Practical Nonparametric Statistics, quantiles). Undefined for less than six values.
 */
export function medianInterval(values: readonly number[]): Pick<Spread, 'min' | 'max'> | undefined {
  const sorted = values.toSorted((one, other) => one - other);
  const count = sorted.length;
  let outside = 2 * 0.5 ** count;
  if (outside > 0.05) return undefined;
  let left = 0;
  for (let ways = count; ; left += 1, ways = (ways * (count - left)) / (left + 1)) {
    outside += 2 * ways * 0.5 ** count;
    if (outside > 0.05) break;
  }
  return { min: sorted[left] as number, max: sorted[count - 1 - left] as number };
}
