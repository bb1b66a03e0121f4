const units = ['B', 'KiB', 'MiB', 'GiB'] as const;

/** Example: `2.8 MiB`. */
export function byteSize(bytes: number): string {
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, bytes)) / 10)));
  const value = bytes / 1_024 ** power;
  return `${power > 0 && value < 10 ? value.toFixed(1) : Math.round(value)} ${units[power]}`;
}

/** Size of a limit, which is a whole number of a unit. Example: `512 KiB`. */
export function limitSize(bytes: number): string {
  return byteSize(bytes).replace('.0 ', ' ');
}
