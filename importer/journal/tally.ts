import type { SourceRow } from '../source/sourceRow.ts';
import type { Handled } from './rowOutcome.ts';

type Counts = Record<string, number>;

export type Tally = ReturnType<typeof emptyTally>;

export function hasChanges({ updated, differing }: Tally): boolean {
  return updated + differing > 0;
}

const maxReasons = 100;
/** Lines of each kind of reason. */
const maxLines = 3;
const others = 'other reasons';

export function emptyTally() {
  return {
    rows: 0,
    created: 0,
    updated: 0,
    unchanged: 0,
    existed: 0,
    /** Rows that existed, and have other values than the record. */
    differing: 0,
    repeated: 0,
    skipped: 0,
    refused: 0,
    /** Refused rows by kind of reason: the reason, with … for the first value that it quotes. A row may have several. */
    reasons: {} as Counts,
    skipReasons: {} as Counts,
    repairs: {} as Counts,
    /** First quoted value of each kind of reason that quotes values. */
    examples: {} as Record<string, string>,
    /** Lines of the first rows of each kind of reason. */
    lines: {} as Record<string, readonly number[]>,
  };
}

interface TalliedRow extends Pick<Handled, 'outcome' | 'repairs'> {
  readonly row: Pick<SourceRow, 'line'>;
}

/** Repairs of refused rows do not count, since their values were not used. */
export function tallyOf(handled: readonly TalliedRow[]): Tally {
  const tally = emptyTally();
  for (const { row, outcome, repairs = [] } of handled) {
    tally.rows += 1;
    tally[outcome.kind] += 1;
    if (outcome.kind === 'existed' && (outcome.changes?.length ?? 0) > 0) tally.differing += 1;
    if (outcome.kind === 'refused')
      for (const reason of outcome.reasons ?? [outcome.reason])
        addReason(tally, tally.reasons, reason, row.line);
    else for (const repair of repairs) addReason(tally, tally.repairs, repair, row.line);
    if (outcome.kind === 'skipped') addReason(tally, tally.skipReasons, outcome.reason, row.line);
  }
  return tally;
}

export function addTally(
  sum: Tally,
  { reasons, skipReasons, repairs, examples, lines, ...counts }: Tally,
): void {
  for (const [name, count] of Object.entries(counts)) sum[name as keyof typeof counts] += count;
  for (const [kind, count] of Object.entries(reasons)) addTo(sum.reasons, kind, count);
  for (const [kind, count] of Object.entries(skipReasons)) addTo(sum.skipReasons, kind, count);
  for (const [kind, count] of Object.entries(repairs)) addTo(sum.repairs, kind, count);
  for (const [kind, example] of Object.entries(examples)) sum.examples[kind] ??= example;
  for (const [kind, more] of Object.entries(lines))
    sum.lines[kind] = [...(sum.lines[kind] ?? []), ...more].slice(0, maxLines);
}

/** Counts reasons that differ only in the values of their rows as one kind. */
function addReason({ examples, lines }: Tally, counts: Counts, reason: string, line: number): void {
  const [example] = /"[^"]*"/.exec(reason) ?? [];
  const kind = example === undefined ? reason : reason.replace(example, '"…"');
  const name = addTo(counts, kind, 1);
  if (name !== kind) return;
  if (example !== undefined) examples[kind] ??= example;
  const found = lines[kind] ?? [];
  if (found.length < maxLines && !found.includes(line)) lines[kind] = [...found, line];
}

/** Returns the name under which it was counted. */
function addTo(counts: Counts, kind: string, count: number): string {
  const isListed = Object.hasOwn(counts, kind) || Object.keys(counts).length < maxReasons;
  const name = isListed ? kind : others;
  counts[name] = (counts[name] ?? 0) + count;
  return name;
}
