import type { Database } from '../../workers/database/database.ts';
import type { ImportedResource, Row } from '../import/files.ts';
import { type Edit, editedText } from './edits.ts';
import type { PlanRows } from './planRows.ts';

/** Expected values of a record; `isWritten` tells whether it was written after it was created. */
interface Expected {
  readonly values: Row;
  readonly isWritten: boolean;
}

type StoredRow = Readonly<Record<string, unknown>>;

function* expectedRecords(list: PlanRows, edits: readonly Edit[]): Generator<Expected> {
  const edited = new Map(edits.map((edit) => [edit.record, edit]));
  for (let record = 0; record < list.rows; record += 1) {
    const edit = edited.get(record);
    const isChanged = list.kindOf(record) === 'changed';
    if (edit) yield* afterEdit(list, edit);
    else yield { values: isChanged ? list.changed(record) : list.original(record), isWritten: isChanged };
  }
  for (let at = 0; at < list.rows; at += 1) {
    if (list.kindOf(at) !== 'new') continue;
    const record = list.recordOf(at);
    const edit = edited.get(record);
    if (edit) yield* afterEdit(list, edit);
    else yield { values: list.original(record), isWritten: false };
  }
}

/** Yields the record as it was edited, because the import refuses its row. */
function* afterEdit(list: PlanRows, { kind, record }: Edit): Generator<Expected> {
  if (kind === 'same deleted' || kind === 'changed deleted') return;
  const original = list.original(record);
  const text = list.resource === 'articles' ? 'article_title' : 'bill_company';
  if (kind === 'new')
    yield {
      values: { external_ident: original.external_ident as string, [text]: editedText },
      isWritten: false,
    };
  else if (kind === 'address' && list.resource === 'customers')
    yield { values: { ...original, delivery_city: editedText }, isWritten: true };
  else yield { values: { ...original, [text]: editedText }, isWritten: true };
}

export async function storedDifferences(
  list: PlanRows,
  edits: readonly Edit[],
  database: Database,
  account: number,
): Promise<readonly string[]> {
  const differences: string[] = [];
  const expected = new Map(
    [...expectedRecords(list, edits)].map((each) => [each.values.external_ident, each]),
  );
  for await (const row of storedRecords(list.resource, database, account)) {
    const each = expected.get(row.external_ident as string);
    expected.delete(row.external_ident as string);
    if (!each) differences.push(`${row.external_ident as string} must not be there, or not twice`);
    else differences.push(...differencesOf(row, each));
  }
  for (const ident of expected.keys()) differences.push(`${ident} is missing`);
  return differences;
}

function differencesOf(row: StoredRow, { values, isWritten }: Expected): readonly string[] {
  const differences = Object.entries(values)
    .filter(([name, value]) => (typeof value === 'number' ? Number(row[name]) : (row[name] ?? '')) !== value)
    .map(([name, value]) => `${name} must be ${value}, not ${String(row[name])}`);
  if ((row.revision !== 0) !== isWritten)
    differences.push(isWritten ? 'it was not written' : 'it was written');
  return differences.map((difference) => `${row.external_ident as string}: ${difference}`);
}

const perStatement = 5_000;

async function* storedRecords(
  resource: ImportedResource,
  database: Database,
  account: number,
): AsyncGenerator<StoredRow> {
  const ident = resource === 'articles' ? 'article_ident' : 'customer_ident';
  let after = '';
  for (;;) {
    const query = database(resource)
      .where(`${resource}.account_id`, account)
      .where(`${resource}.${ident}`, '>', after)
      .orderBy(`${resource}.${ident}`)
      .limit(perStatement);
    // A customer with a second address is a second row, which is a difference.
    if (resource === 'customers')
      query
        .leftJoin('addresses', (on) =>
          on
            .on('addresses.account_id', 'customers.account_id')
            .on('addresses.customer_ident', 'customers.customer_ident'),
        )
        .select('addresses.*', 'customers.*');
    const rows: readonly StoredRow[] = await query;
    yield* rows;
    if (rows.length < perStatement) return;
    after = rows.at(-1)?.[ident] as string;
  }
}
