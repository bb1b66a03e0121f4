import type { Problem, Repaired } from './problem.ts';

/**
 * Restores the leading 0 that spreadsheets remove: German zip codes have five digits. Returns undefined for a code that can
 * stay.
 */
export function germanZip(zip: string): Repaired | Problem | undefined {
  if (!/^\d+$/.test(zip) || zip.length === 5) return undefined;
  if (zip.length === 4) return { value: `0${zip}`, repair: 'leading zero of German zip codes restored' };
  return { problem: `"${zip}" is not a German zip code, which has 5 digits: correct it, or its country` };
}
