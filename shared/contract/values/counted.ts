/** Example: `1 call`, `5 calls`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Rounds to a whole number. Example: `1,234,567`. */
export function grouped(value: number): string {
  return Math.round(value).toLocaleString('en');
}
