const units = ['B', 'kB', 'MB', 'GB'] as const;

/** Text such as `2.8 MB`, in powers of 1,024. */
export function byteSize(bytes: number): string {
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, bytes)) / 10)));
  const value = bytes / 1_024 ** power;
  return `${power > 0 && value < 10 ? value.toFixed(1) : Math.round(value)} ${units[power]}`;
}
