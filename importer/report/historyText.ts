import { grouped } from '../../shared/contract/values/counted.ts';
import type { UndoEnd } from '../history/undoRun.ts';
import type { Run } from '../journal/runs.ts';
import { localTime, rowsText } from './progress.ts';

const states: Readonly<Record<Run['state'], string>> = {
  started: 'interrupted, or running',
  finished: 'finished',
  interrupted: 'interrupted',
  undoing: 'undo interrupted, or running',
  undone: 'undone',
};

/** Describes each run in two lines; times are local. */
export function historyText(runs: readonly Run[]): string {
  if (runs.length === 0) return 'No import is recorded here.';
  return runs
    .flatMap(({ number, startedAt, resource, file, state, target, ...counts }) => [
      `${`${number}`.padStart(4)}  ${localTime(startedAt)}  ${states[state]}  ${resource} from ${file}`,
      `      by ${target}: ${countsText(counts)}`,
    ])
    .join('\n');
}

function countsText({ tally, left = 0 }: Pick<Run, 'tally' | 'left'>): string {
  if (!tally) return 'nothing recorded';
  const { created, updated, unchanged, existed, repeated, refused, skipped } = tally;
  const counts = [
    [created, 'created'],
    [updated, 'updated'],
    [unchanged + existed, 'left as they were'],
    [repeated, 'repeated'],
    [refused, 'refused'],
    [skipped, 'skipped'],
    [left, 'not undone'],
  ] as const;
  const shown = counts.flatMap(([count, what]) => (count > 0 ? [`${grouped(count)} ${what}`] : []));
  return [rowsText(tally.rows), ...shown].join(', ');
}

function headline({
  run,
  file,
  removed,
  restored,
  gone,
  left,
}: Omit<UndoEnd, 'examples' | 'leftFile'>): string {
  const isAny = removed + restored + gone > 0;
  if (left > 0)
    return isAny ? `Run ${run} (${file}) is undone in part` : `Nothing of run ${run} (${file}) is undone`;
  return isAny ? `Run ${run} (${file}) is undone` : `Run ${run} (${file}) changed nothing`;
}

export function undoText({ run, file, examples, leftFile, ...counts }: UndoEnd): string {
  const lines = [
    [counts.removed, 'created by the run, and deleted now'],
    [counts.restored, 'restored'],
    [counts.gone, 'deleted since'],
    [counts.left, `left as they are, see ${leftFile}`],
  ] as const;
  return [
    headline({ run, file, ...counts }),
    ...lines.flatMap(([count, what]) => (count > 0 ? [`  ${grouped(count).padStart(11)} ${what}`] : [])),
    ...examples.map(({ title, reason }) => `${''.padStart(14)}"${title}": ${reason}`),
    ...(counts.left > examples.length
      ? [`${''.padStart(14)}and ${grouped(counts.left - examples.length)} more`]
      : []),
  ].join('\n');
}
