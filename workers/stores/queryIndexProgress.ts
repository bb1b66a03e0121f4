import type { Database } from '../database/database.ts';
import { queryRows } from '../database/pool.ts';
import { ChangeReader, type Positions, positionsIn } from './changeReader.ts';
import { queriedTables } from './queriedTables.ts';
import { QueryIndex } from './queryIndex.ts';
import { byIndex } from './scope.ts';

/** Changes, or records, that one transaction writes to the index. */
const recordsPerStep = 100;

type QueriedResource = keyof typeof queriedTables;

const resources = Object.keys(queriedTables) as [QueriedResource, ...QueriedResource[]];

export interface LateAccount {
  readonly account: number;
  /** Position of its last change. */
  readonly last: number;
  /** Changes that are not in the index. */
  readonly changes: number;
  /** Seconds since the first of them. 0 while the index is being built. */
  readonly seconds: number;
}

/** `position` and `building` are null if nothing of the account is in the index. */
interface LateRow {
  readonly account: number;
  readonly last: number;
  readonly position: number | null;
  readonly building: QueriedResource | '' | null;
}

interface Progress {
  readonly position: number;
  /** Empty if the whole account is in the index. */
  readonly building: QueriedResource | '';
  readonly built_ident: string;
}

/** Brings the index of each account up to date with its records, by the list of changes. */
export class QueryIndexProgress {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Returns accounts after the given one whose index is behind their changes, at most `max`, in order. */
  async late(after: number, max: number): Promise<readonly LateAccount[]> {
    const rows = await queryRows<LateRow>(this.#database, {
      sql: `SELECT change_positions.account_id AS account, last_position AS last, position, building
      FROM change_positions FORCE INDEX (PRIMARY)
      LEFT JOIN query_positions FORCE INDEX (PRIMARY) ON query_positions.account_id = change_positions.account_id
      WHERE change_positions.account_id > ? AND last_position > 0
        AND (position IS NULL OR position < last_position OR building <> '')
      ORDER BY change_positions.account_id LIMIT ${max}`,
      bindings: [after],
    });
    const ages = await this.#ages(rows.filter(({ building }) => building === ''));
    return rows.map(({ account, last, position }) => ({
      account,
      last,
      changes: last - (position ?? 0),
      seconds: ages.get(account) ?? 0,
    }));
  }

  /** Returns the seconds since the first change that each index lacks. */
  async #ages(late: readonly LateRow[]): Promise<ReadonlyMap<number, number>> {
    if (late.length === 0) return new Map();
    // Sorted by the position alone, MySQL would read all changes of the account.
    const select = `(SELECT account_id AS account, TIMESTAMPDIFF(SECOND, date_created, UTC_TIMESTAMP()) AS seconds
      FROM changes FORCE INDEX (PRIMARY) WHERE account_id = ? AND position > ? ORDER BY account_id, position LIMIT 1)`;
    const rows = await queryRows<{ readonly account: number; readonly seconds: number }>(this.#database, {
      sql: late.map(() => select).join(' UNION ALL '),
      bindings: late.flatMap(({ account, position }) => [account, position ?? 0]),
    });
    return new Map(rows.map(({ account, seconds }) => [account, Math.max(0, seconds)]));
  }

  /**
   * Writes the next records of an account to the index, in one transaction. Returns false if there are none, or if another
   * process does it.
   */
  async advance(account: number): Promise<boolean> {
    const isNew = await this.#begin(account);
    return this.#database.transaction(async (transaction) => {
      const [row] = (await byIndex(transaction, 'query_positions')
        .where({ account_id: account })
        .forUpdate()
        .skipLocked()) as Progress[];
      const positions = await positionsOf(transaction, account);
      if (!row || !positions || positions.last === 0) return isNew;
      const { position, building, built_ident } = await indexNext(transaction, account, row, positions);
      const progress = { position, building, built_ident };
      await transaction('query_positions').where({ account_id: account }).update(progress);
      return position !== row.position || building !== row.building || built_ident !== row.built_ident;
    });
  }

  /** Makes the row of a new account. Returns true if it did. */
  async #begin(account: number): Promise<boolean> {
    const [row] = await byIndex(this.#database, 'query_positions').where({ account_id: account });
    if (row) return false;
    const first = { account_id: account, position: 0, building: '', built_ident: '' };
    await this.#database('query_positions').insert(first).onConflict().ignore();
    return true;
  }
}

/** Takes steps until a transaction has enough records, or the account is in the index. Returns the new progress. */
async function indexNext(
  database: Database,
  account: number,
  from: Progress,
  positions: Positions,
): Promise<Progress> {
  let progress = from;
  for (let records = 0; records < recordsPerStep; ) {
    const step = await nextStep(database, account, progress, positions);
    for (const resource of resources) {
      const idents = step.records.flatMap((each) => (each.resource === resource ? [each.ident] : []));
      await indexOf(database, account, resource).write([...new Set(idents)]);
    }
    progress = { ...progress, ...step.progress };
    records += step.records.length;
    const isBuilt = progress.building === '' && progress.position > 0;
    if (isBuilt && (step.records.length === 0 || progress.position >= positions.last)) break;
  }
  return progress;
}

interface Step {
  readonly records: readonly { readonly resource: string; readonly ident: string }[];
  readonly progress: Partial<Progress>;
}

async function nextStep(
  database: Database,
  account: number,
  { position, building, built_ident }: Progress,
  { last, purged }: Positions,
): Promise<Step> {
  if (building !== '') return buildStep(database, account, building, built_ident);
  // A new account begins here too: its records may be older than its changes.
  if (position === 0 || position < purged)
    return { records: [], progress: { position: last, building: resources[0], built_ident: '' } };
  const [changes = []] = await new ChangeReader(database).read([
    { account, after: position, limit: recordsPerStep },
  ]);
  return { records: changes, progress: { position: changes.at(-1)?.position ?? position } };
}

async function buildStep(
  database: Database,
  account: number,
  resource: QueriedResource,
  after: string,
): Promise<Step> {
  const idents = await indexOf(database, account, resource).next(after, recordsPerStep);
  const records = idents.map((ident) => ({ resource, ident }));
  if (idents.length === recordsPerStep)
    return { records, progress: { built_ident: idents.at(-1) as string } };
  const building = resources[resources.indexOf(resource) + 1] ?? '';
  return { records, progress: { building, built_ident: '' } };
}

function indexOf(database: Database, account: number, resource: QueriedResource): QueryIndex {
  return new QueryIndex(database, account, queriedTables[resource]);
}

async function positionsOf(database: Database, account: number): Promise<Positions | undefined> {
  const [row] = await byIndex(database, 'change_positions').where({ account_id: account });
  return row && positionsIn(row);
}
