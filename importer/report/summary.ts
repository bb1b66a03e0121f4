import type { RecordPaths } from '../record/recordPaths.ts';
import type { Tally } from '../record/tally.ts';
import { count, duration } from './progress.ts';

/** How the import of a file ended. */
export interface Summary extends Tally {
  readonly file: string;
  readonly isFinished: boolean;
  /** Whether the same command continues where this run ended. */
  readonly canGoOn: boolean;
  readonly isDryRun: boolean;
  /** Of this run. */
  readonly milliseconds: number;
  /** Of this run. */
  readonly rowsPerSecond: number;
  /** The file of refused rows, if there are any. */
  readonly refusedFile: string | undefined;
}

/** The summary of a run, of which `tally` counts all rows and `rowsBefore` those of earlier runs. */
export function summaryOf(
  its: Pick<Summary, 'file' | 'isDryRun' | 'isFinished' | 'milliseconds'>,
  tally: Tally,
  rowsBefore: number,
  { journal, refused }: RecordPaths,
): Summary {
  return {
    ...tally,
    ...its,
    canGoOn: !its.isFinished && journal !== undefined && tally.rows > 0,
    milliseconds: Math.round(its.milliseconds),
    rowsPerSecond: Math.round(((tally.rows - rowsBefore) * 1_000) / Math.max(its.milliseconds, 1)),
    refusedFile: tally.refused > 0 ? refused : undefined,
  };
}

/** Reasons that the summary for people lists; the file of refused rows has all of them. */
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
    ...counted('already existed', summary.existed),
    ...counted('skipped', summary.skipped),
    ...counted('refused', summary.refused, refusedFile && `, see ${refusedFile}`),
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
