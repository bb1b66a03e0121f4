/** Times of one test file. */
export interface FileTime {
  readonly file: string;
  readonly seconds: number;
  /** CPU seconds, of servers and other processes too. */
  readonly cpu: number;
}

/** The files that took longest, as a table with the sum of all. */
export function timesOf(times: readonly FileTime[], count: number): string {
  const sum = (time: (file: FileTime) => number) => times.reduce((total, file) => total + time(file), 0);
  const all = { file: 'all files', seconds: sum(({ seconds }) => seconds), cpu: sum(({ cpu }) => cpu) };
  const slowest = times.toSorted((a, b) => b.seconds - a.seconds).slice(0, count);
  return [...slowest, all].map(line).join('');
}

function line({ file, seconds, cpu }: FileTime): string {
  return `${seconds.toFixed(1).padStart(7)} s ${cpu.toFixed(1).padStart(7)} CPU s  ${file}\n`;
}
