/** Writes an option that gives a text of the file its meaning, ready to paste into a command: `--tax-rate "7 % neu=7"`. */
export function meantOption(flag: string, text: string, meaning: string): string {
  const value = `${text}=${meaning}`;
  return `${flag} ${/^[\w.,:=-]+$/.test(value) ? value : `"${value.replace(/["\\]/g, '\\$&')}"`}`;
}
