import { batchRun } from '../../shared/contract/operations/batch.run.ts';
import { type Envelope, isAnswer, writeEnvelope } from '../../shared/wire/envelope.ts';
import { packReply, unpackReply } from '../../shared/wire/replies.ts';
import type { Database } from '../database/database.ts';
import { deferred } from '../database/pipeliningClient.ts';
import { expression, insertRows } from './insertRows.ts';
import type { Row } from './recordTable.ts';
import { byIndex, deleteByIndex, type Scoped } from './scope.ts';

/** Operations whose answers have values of a record. Answers of creates, puts and deletes only have idents. */
const answeringValues: ReadonlySet<string> = new Set(['customer.update', 'address.update']);

/** Changes of one record that a transaction erases. */
const maxErasedChanges = 1_000;

const eraseChanges = `UPDATE record_history FORCE INDEX (PRIMARY) SET changes = '[]'
  WHERE account_id = ? AND record_ident = ? AND revision > ? AND revision <= ? AND changes <> '[]'`;

const deleteRequests = `${deleteByIndex('erasures', 'PRIMARY')} WHERE account_id = ? AND record_ident IN (?)`;

export interface ErasedHistory {
  readonly addresses: readonly string[];
  readonly last: number | undefined;
}

interface InboxRow {
  readonly call_id: string;
  readonly reply: string;
}

/**
 * Removes what the service keeps of customers beside their records: values in history and in stored answers. These have no index
 * on idents, so maintenance searches the inbox of the account, for all erasures at once.
 */
export class Erasures {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Lets maintenance remove the rest of the histories, and the stored answers, of customers and addresses. */
  async request(records: readonly Scoped[]): Promise<void> {
    const rows = records.map(({ account, value }) => ({
      account_id: account,
      record_ident: value,
      date_created: expression('UTC_TIMESTAMP()'),
    }));
    if (rows.length > 0) await deferred(insertRows(this.#database, 'erasures', rows, 'overwrite'));
  }

  /**
   * Removes the values from the next `max` changes of a record after a revision. Returns the addresses that these name, and the
   * revision of the last one; undefined at the end. SQL ignores trailing blanks: another ident names no customer that exists.
   */
  async eraseHistory({ account, value }: Scoped, after = -1, max = maxErasedChanges): Promise<ErasedHistory> {
    const rows: readonly Row[] = await byIndex(this.#database, 'record_history')
      .select('record_ident', 'revision', 'address_ident')
      .where({ account_id: account, record_ident: value })
      .where('revision', '>', after)
      .orderBy(['account_id', 'record_ident', 'revision', 'address_ident'])
      .limit(max);
    const own = rows.filter((row) => row.record_ident === value);
    const last = own.at(-1)?.revision as number | undefined;
    if (last === undefined) return { addresses: [], last };
    await this.#database.raw(eraseChanges, [account, value, after, last]);
    const addresses = new Set(own.map((row) => row.address_ident as string).filter(Boolean));
    return { addresses: [...addresses], last };
  }

  /** Returns at most `max` requests of later accounts, in the order of the accounts. */
  async requested(after: number, max: number): Promise<readonly Scoped[]> {
    const rows: readonly Row[] = await byIndex(this.#database, 'erasures')
      .select('account_id', 'record_ident')
      .where('account_id', '>', after)
      .orderBy(['account_id', 'record_ident'])
      .limit(max);
    return rows.map((row) => ({ account: row.account_id as number, value: row.record_ident as string }));
  }

  /**
   * Removes the answers with values of these records among `max` ones of an account after a call id. A repeated call then
   * runs again, and finds no record. Answers of atomic batches stay without the values. `last` is the last id, and undefined at
   * the end.
   */
  async removeAnswers(account: number, idents: ReadonlySet<string>, after: string, max: number) {
    const rows: readonly InboxRow[] = await byIndex(this.#database, 'inbox')
      .select('call_id', 'reply')
      .where('account_id', account)
      .where('call_id', '>', after)
      .orderBy(['account_id', 'call_id'])
      .limit(max);
    const removed: string[] = [];
    let rewritten = 0;
    for (const { call_id, reply } of rows) {
      const left = withoutValuesOf(reply, idents);
      if (left === undefined) removed.push(call_id);
      else if (left !== reply) {
        rewritten += 1;
        await this.#database('inbox').where({ account_id: account, call_id }).update({ reply: left });
      }
    }
    if (removed.length > 0)
      await this.#database('inbox').where('account_id', account).whereIn('call_id', removed).delete();
    return {
      removed: removed.length + rewritten,
      last: rows.length < max ? undefined : rows.at(-1)?.call_id,
    };
  }

  /** Ends requests of an account whose answers are removed. */
  async done(account: number, idents: readonly string[]): Promise<void> {
    await this.#database.raw(deleteRequests, [account, [...idents]]);
  }
}

type Values = Readonly<Record<string, unknown>>;
type Stored = Envelope<Values | null>;

/**
 * Returns a stored reply without values of these records: the same text if it has none, undefined if it is to be removed. An
 * atomic batch that was done would be done again if its answer were missing, and create its records once more.
 */
function withoutValuesOf(text: string, idents: ReadonlySet<string>): string | undefined {
  const reply = unpackReply(text);
  if (!isAnswer(reply)) return text;
  const envelope = JSON.parse(reply.envelope) as Stored;
  if (envelope.method !== batchRun.name) return hasValuesOf(envelope, idents) ? undefined : text;
  const results = (envelope.data?.['results'] ?? []) as readonly Stored[];
  if (!results.some((result) => hasValuesOf(result, idents))) return text;
  if (reply.kind === 'refused') return undefined;
  const left = results.map((result) =>
    hasValuesOf(result, idents) ? { ...result, data: identsIn(result.data) } : result,
  );
  return packReply({
    ...reply,
    envelope: writeEnvelope({ ...envelope, data: { ...envelope.data, results: left } }),
  });
}

function hasValuesOf({ method, data }: Stored, idents: ReadonlySet<string>): boolean {
  if (!answeringValues.has(method)) return false;
  return [data?.['customer_ident'], data?.['address_ident']].some(
    (ident) => typeof ident === 'string' && idents.has(ident),
  );
}

/** Returns the members of an update's answer that identify the record. */
function identsIn(data: Values | null): Values {
  const names = ['customer_ident', 'address_ident', 'version'];
  return Object.fromEntries(Object.entries(data ?? {}).filter(([name]) => names.includes(name)));
}
