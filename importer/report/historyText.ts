import { grouped } from '../../shared/contract/values/counted.ts';
import type { Left } from '../history/undoPlan.ts';
import type { UndoEnd } from '../history/undoRun.ts';
import type { Run } from '../journal/runs.ts';
import { rowsText } from '../rows/columns.ts';
import { localTime } from './progress.ts';

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
      `${`${number}`.padStart(4)}  ${localTime(startedAt)}  ${states[state]}  ${resource} from ${shownFile(file)}`,
      `      by ${target}: ${countsText(counts)}`,
    ])
    .join('\n');
}

/** Copies of the import page stand in folders that are named after their content: people know the file by its name. */
function shownFile(file: string): string {
  return file.replace(/^.*[\\/]uploads[\\/][\da-f]{32}[\\/]/, '');
}

function countsText({ tally, deleted = 0, left = 0 }: Pick<Run, 'tally' | 'deleted' | 'left'>): string {
  if (!tally) return 'nothing recorded';
  const { created, updated, unchanged, existed, repeated, refused, skipped } = tally;
  const counts = [
    [created, 'created'],
    [updated, 'updated'],
    [unchanged + existed, 'left as they were'],
    [repeated, 'repeated'],
    [refused, 'refused'],
    [skipped, 'skipped'],
    [deleted, 'deleted'],
    [left, 'not undone'],
  ] as const;
  const shown = counts.flatMap(([count, what]) => (count > 0 ? [`${grouped(count)} ${what}`] : []));
  return [rowsText(tally.rows), ...shown].join(', ');
}

function headline({ run, removed, restored, recreated, gone, left, ...end }: UndoEnd): string {
  const file = shownFile(end.file);
  const isAny = removed + restored + recreated + gone > 0;
  if (left > 0)
    return isAny ? `Run ${run} (${file}) is undone in part` : `Nothing of run ${run} (${file}) is undone`;
  return isAny ? `Run ${run} (${file}) is undone` : `Run ${run} (${file}) changed nothing`;
}

export function undoText(end: UndoEnd): string {
  const { examples, leftFile, removed, restored, recreated, gone, left } = end;
  const lines = [
    [removed, 'created by the run, and deleted now'],
    [restored, 'restored'],
    [recreated, 'deleted by the run, and created again with a new ident'],
    [gone, 'deleted since'],
    [left, `left as they are, see ${leftFile}`],
  ] as const;
  const indent = ''.padStart(14);
  return [
    headline(end),
    ...lines.flatMap(([count, what]) => (count > 0 ? [`  ${grouped(count).padStart(11)} ${what}`] : [])),
    ...examples.map((one) => `${indent}${leftText(one)}`),
    ...(left > examples.length ? [`${indent}and ${grouped(left - examples.length)} more`] : []),
    ...remedyLines(end),
  ].join('\n');
}

/** Names a record that an undo left, and says when it was changed, and what the fields that the run wrote have now. */
function leftText({ title, number, ident, reason, changedAt, differences }: Omit<Left, 'entry'>): string {
  const name = title === '' ? number || ident : `"${title}"${number === '' ? '' : ` (${number})`}`;
  const when = changedAt === undefined ? '' : `, last on ${localTime(changedAt)}`;
  const fields = differences.map(
    ({ field, before, run, now }) =>
      `; ${field}: ${before === '' ? '' : `before ${before}, `}run ${run || empty}${now === undefined ? '' : `, now ${now || empty}`}`,
  );
  return `${name}: ${reason}${when}${fields.join('')}`;
}

const empty = '(empty)';

function remedyLines({ run, left, laterRuns }: UndoEnd): readonly string[] {
  if (left === 0) return [];
  const later = laterRuns.map((one) => `run ${one.run} (${grouped(one.records)} of them)`);
  const first = later.length > 0 ? `Changed by ${later.join(', ')}: undo the later runs first. ` : '';
  return [`  ${first}To try again what is left: \`counterfoil import undo ${run}\``];
}
