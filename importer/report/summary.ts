import { grouped } from '../../shared/contract/values/counted.ts';
import type { MissingEnd } from '../history/deleteMissing.ts';
import type { RecordPaths } from '../journal/recordPaths.ts';
import { hasChanges, type Tally } from '../journal/tally.ts';
import { rowsText } from '../rows/columns.ts';
import { duration } from './progress.ts';

export interface Summary extends Tally {
  readonly file: string;
  readonly isFinished: boolean;
  /** Rows that were read and compared, also those that a question kept from being imported. */
  readonly rowsRead: number;
  /** True if the same command continues where this run ended. */
  readonly canGoOn: boolean;
  readonly isDryRun: boolean;
  /** False of a dry run without the service: a row whose record exists counts as created. */
  readonly isCompared: boolean;
  /** Time of this run, without earlier ones; `rowsPerSecond` is the speed of this run. */
  readonly milliseconds: number;
  readonly rowsPerSecond: number;
  /** Records that the file no longer has, and of these, those that stay since somebody changed them. */
  readonly missing: MissingEnd | undefined;
  /** Number of the run in the history; undefined for a dry run. */
  readonly run: number | undefined;
  readonly refusedFile: string | undefined;
  readonly changesFile: string | undefined;
}

/** `tally` counts all rows, `rowsBefore` those of earlier runs. */
export function summaryOf(
  ending: Pick<
    Summary,
    'file' | 'isDryRun' | 'isCompared' | 'isFinished' | 'rowsRead' | 'missing' | 'run' | 'milliseconds'
  >,
  tally: Tally,
  rowsBefore: number,
  { journal, refused, changes }: RecordPaths,
): Summary {
  return {
    ...tally,
    ...ending,
    canGoOn: !ending.isFinished && journal !== undefined && tally.rows > 0,
    milliseconds: Math.round(ending.milliseconds),
    rowsPerSecond: Math.round(((tally.rows - rowsBefore) * 1_000) / Math.max(ending.milliseconds, 1)),
    refusedFile: tally.refused > 0 ? refused : undefined,
    changesFile: hasChanges(tally) ? changes : undefined,
  };
}

/** Reasons that the text lists; the file of refused rows has all of them. */
const maxShown = 10;

export function summaryText(summary: Summary): string {
  const { file, rows, milliseconds, rowsPerSecond, isFinished, isDryRun, refusedFile, changesFile } = summary;
  if (rows === 0 && !isFinished) return `${file}: ${rowsText(summary.rowsRead)} read, none imported`;
  const speed = `${rowsText(rows)}, ${duration(milliseconds)}, ${grouped(rowsPerSecond)} rows/s`;
  const state = isFinished ? '' : ', not finished';
  return [
    `${file}: ${speed}${state}`,
    ...countLine(createdText(summary), summary.created),
    ...countLine(isDryRun ? 'would be updated' : 'updated', summary.updated, seeFile(changesFile)),
    ...countLine('unchanged: the record has these values already', summary.unchanged),
    ...countLine('already existed', summary.existed, differing(summary)),
    ...countLine(
      summary.repeated === 1 ? 'repeats an earlier row' : 'repeat an earlier row',
      summary.repeated,
    ),
    ...countLine('skipped', summary.skipped),
    ...reasonLines(summary.skipReasons, summary),
    ...countLine('refused', summary.refused, seeFile(refusedFile)),
    ...reasonLines(summary.reasons, summary),
    ...countLine(sumOf(summary.repairs) === 1 ? 'value repaired' : 'values repaired', sumOf(summary.repairs)),
    ...reasonLines(summary.repairs, summary),
    ...missingLines(summary),
    ...undoLine(summary),
  ].join('\n');
}

function missingLines({ missing, isDryRun }: Summary): readonly string[] {
  if (!missing) return [];
  const { imports, deleted, titles, kept, keptTitles } = missing;
  if (imports === 0) return ['  nothing deleted: the history has no earlier import of this list'];
  const what = isDryRun ? 'would be deleted' : 'deleted';
  return [
    ...countLine(`${what}, since the file no longer has them${firstOf(titles, deleted)}`, deleted),
    ...countLine(
      `kept, though the file no longer has them: changed by others than imports of this list${firstOf(keptTitles, kept)}`,
      kept,
    ),
  ];
}

function firstOf(titles: readonly string[], count: number): string {
  return titles.length === 0 ? '' : `: ${titles.join(', ')}${count > titles.length ? ' …' : ''}`;
}

function undoLine({ run, created, updated, missing }: Summary): readonly string[] {
  if (run === undefined || created + updated + (missing?.deleted ?? 0) === 0) return [];
  return [`  run ${run}: to revert it, \`counterfoil import undo ${run}\``];
}

function createdText({ isDryRun, isCompared }: Summary): string {
  if (!isDryRun) return 'created';
  return isCompared ? 'would be created' : 'could be created: not compared with the records of the service';
}

function seeFile(file: string | undefined): string {
  return file === undefined ? '' : `, see ${file}`;
}

function differing({ differing: number, updated, changesFile }: Summary): string {
  if (number === 0) return '';
  const file = updated === 0 ? seeFile(changesFile) : '';
  return `, ${grouped(number)} of them with other values (--on-existing update to change them)${file}`;
}

function countLine(what: string, number: number, more = ''): readonly string[] {
  return number > 0 ? [`  ${grouped(number).padStart(11)} ${what}${more}`] : [];
}

function sumOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, number) => sum + number, 0);
}

function reasonLines(reasons: Tally['reasons'], { examples }: Tally): readonly string[] {
  const sorted = Object.entries(reasons).toSorted(([, one], [, other]) => other - one);
  const lines = sorted
    .slice(0, maxShown)
    .map(([kind, number]) => `  ${grouped(number).padStart(15)} ${reasonText(kind, number, examples[kind])}`);
  const more = sorted.length - lines.length;
  return more > 0 ? [...lines, `  ${''.padStart(15)} and ${more} more`] : lines;
}

function reasonText(kind: string, rows: number, example: string | undefined): string {
  if (example === undefined) return kind;
  return rows === 1 ? kind.replace('"…"', () => example) : `${kind} (such as ${example})`;
}
