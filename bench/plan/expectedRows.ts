import { openSource } from '../../importer/source/source.ts';
import type { ImportSummary } from '../import/importRun.ts';
import type { Edit, EditKind } from './edits.ts';
import { invalidCode, type PlanRows } from './planRows.ts';

export type Counts = Pick<ImportSummary, 'created' | 'updated' | 'unchanged' | 'repeated' | 'refused'>;
export const countNames = ['created', 'updated', 'unchanged', 'repeated', 'refused'] as const;

export function plannedCounts(list: PlanRows): Counts {
  return {
    created: list.count('new'),
    updated: list.count('changed'),
    unchanged: list.count('same'),
    repeated: list.count('repeated'),
    refused: list.count('invalid') + list.count('ambiguous'),
  };
}

const plannedOf: Readonly<Record<EditKind, keyof Counts | undefined>> = {
  same: 'unchanged',
  'same deleted': 'unchanged',
  address: 'unchanged',
  changed: 'updated',
  'changed deleted': 'updated',
  new: 'created',
  unlisted: undefined,
};

export function isListed({ kind }: Edit): boolean {
  return plannedOf[kind] !== undefined;
}

export function countsAfter(planned: Counts, edits: readonly Edit[]): Counts {
  const counts: Record<keyof Counts, number> = { ...planned };
  for (const { kind } of edits) {
    const name = plannedOf[kind];
    if (!name) continue;
    counts[name] -= 1;
    counts.refused += 1;
  }
  return counts;
}

export function countDifferences(what: string, counts: Counts, expected: Counts): readonly string[] {
  return countNames
    .filter((name) => counts[name] !== expected[name])
    .map((name) => `${what}: ${name} must be ${expected[name]}, not ${counts[name]}`);
}

export async function refusedDifferences(
  what: string,
  list: PlanRows,
  { refusedFile }: ImportSummary,
  edits: readonly Edit[],
): Promise<readonly string[]> {
  const expected = new Map<string, string>();
  const expect = (record: number, code: string) => expected.set(`${list.resource}-${record}`, code);
  for (let at = 0; at < list.rows; at += 1) {
    if (list.kindOf(at) === 'invalid') expect(list.recordOf(at), invalidCode);
    if (list.kindOf(at) === 'ambiguous') expect(list.recordOf(at), 'ident_repeated');
  }
  for (const { record } of edits) expect(record, 'record_changed');
  const differences: string[] = [];
  const listed = new Set<string>();
  for await (const [ident, code] of refusedRows(refusedFile ?? '')) {
    listed.add(ident);
    const right = expected.get(ident) ?? 'not refused';
    if (code !== right) differences.push(`${what}: ${ident} is refused with ${code}, but must be ${right}`);
  }
  for (const ident of expected.keys())
    if (!listed.has(ident)) differences.push(`${what}: ${ident} is not listed`);
  return differences;
}

async function* refusedRows(file: string): AsyncGenerator<readonly [string, string]> {
  const source = await openSource(file, {});
  const [ident, code] = ['external_ident', 'refused_code'].map((name) => source.columns.indexOf(name));
  for await (const rows of source.rows())
    for (const { values } of rows) yield [values[ident as number] ?? '', values[code as number] ?? ''];
}
