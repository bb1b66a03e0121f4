import { count, duration } from './progress.ts';
import type { Tally } from './tally.ts';

/** How the import of a file ended. */
export interface Summary extends Tally {
  readonly file: string;
  readonly isFinished: boolean;
  /** Whether the same command goes on where this run ended. */
  readonly canGoOn: boolean;
  readonly isDryRun: boolean;
  /** Milliseconds, of this run. */
  readonly milliseconds: number;
  /** Rows that this run did, a second. */
  readonly rowsPerSecond: number;
  /** Where the refused rows are, if there are any. */
  readonly refusedFile: string | undefined;
}

/** Reasons that a summary for people names; the file has them all. */
const maxShown = 10;

/** A summary for people. */
export function summaryText(summary: Summary): string {
  const { file, rows, milliseconds, rowsPerSecond, isFinished, isDryRun, refusedFile } = summary;
  const speed = `${count(rows)} rows, ${duration(milliseconds)}, ${count(rowsPerSecond)} rows/s`;
  const state = isFinished ? '' : ', not finished';
  return [
    `${file}: ${speed}${state}`,
    ...counted(isDryRun ? 'would be imported' : 'created', summary.created),
    ...counted('updated', summary.updated),
    ...counted('existed', summary.existed),
    ...counted('skipped', summary.skipped),
    ...counted('refused', summary.refused, refusedFile && `  see ${refusedFile}`),
    ...reasonLines(summary),
  ].join('\n');
}

function counted(what: string, number: number, more = ''): readonly string[] {
  return number > 0 ? [`  ${count(number).padStart(11)} ${what}${more}`] : [];
}

function reasonLines({ reasons }: Tally): readonly string[] {
  const sorted = Object.entries(reasons).toSorted(([, one], [, other]) => other - one);
  const lines = sorted
    .slice(0, maxShown)
    .map(([reason, number]) => `  ${count(number).padStart(15)} ${reason}`);
  const more = sorted.length - lines.length;
  return more > 0 ? [...lines, `  ${''.padStart(15)} and ${more} more reasons`] : lines;
}
