import { batchRun } from '../../shared/contract/operations/batch.run.ts';
import { type Envelope, isAnswer, writeEnvelope } from '../../shared/wire/envelope.ts';
import { packReply, unpackReply } from '../../shared/wire/replies.ts';
import { deferred } from '../database/batchingClient.ts';
import type { Database } from '../database/database.ts';
import { expression, insertRows } from './insertRows.ts';
import type { Row } from './recordTable.ts';
import { byIndex, recordKey, type Scoped, whereAnyOf } from './scope.ts';

/** Operations whose answers have values of a record. Answers of creates, puts and deletes only have idents. */
const answeringValues: ReadonlySet<string> = new Set(['customer.update', 'address.update']);

interface InboxRow {
  readonly call_id: string;
  readonly reply: string;
}

/**
 * Removes what the service keeps of customers beside their records: values in history, at once, and in stored answers. These
 * have no index on idents, so maintenance searches the inbox of the account, for all erasures at once.
 */
export class Erasures {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Lets maintenance remove the stored answers of customers and addresses. */
  async request(records: readonly Scoped[]): Promise<void> {
    const rows = records.map(({ account, value }) => ({
      account_id: account,
      record_ident: value,
      date_created: expression('UTC_TIMESTAMP()'),
    }));
    if (rows.length > 0) await deferred(insertRows(this.#database, 'erasures', rows, 'overwrite'));
  }

  /**
   * Removes all values from histories, and returns the customers that had any, by `recordKey`. SQL ignores trailing blanks: the
   * lengths keep another ident from naming a customer that exists.
   */
  async eraseHistories(customers: readonly Scoped[]): Promise<ReadonlySet<string>> {
    const erased = new Set<string>();
    for (const { account, value } of customers) {
      const [{ affectedRows }] = await this.#database.raw(
        `UPDATE record_history SET changes = '[]' WHERE account_id = ? AND record_ident = ?
          AND CHAR_LENGTH(record_ident) = CHAR_LENGTH(?) AND changes <> '[]'`,
        [account, value, value],
      );
      if (affectedRows > 0) erased.add(recordKey(account, value));
    }
    return erased;
  }

  /** Finds the addresses of customers that their histories name, also those that were deleted. */
  async addressesIn(customers: readonly Scoped[]): Promise<readonly Scoped[]> {
    const rows: readonly Row[] = await byIndex(this.#database, 'record_history')
      .distinct('account_id', 'record_ident', 'address_ident')
      .where(whereAnyOf('record_ident', customers))
      .whereNot('address_ident', '');
    const keys = new Set(customers.map(({ account, value }) => recordKey(account, value)));
    return rows
      .filter((row) => keys.has(recordKey(row.account_id as number, row.record_ident as string)))
      .map((row) => ({ account: row.account_id as number, value: row.address_ident as string }));
  }

  /** Returns at most `max` requests. */
  async requested(max: number): Promise<readonly Scoped[]> {
    const rows: readonly Row[] = await byIndex(this.#database, 'erasures')
      .select('account_id', 'record_ident')
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

  /** Ends requests whose answers are removed. */
  async done(records: readonly Scoped[]): Promise<void> {
    await this.#database('erasures').where(whereAnyOf('record_ident', records)).delete();
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

/** What an answer to an update has beside the values of the record. */
function identsIn(data: Values | null): Values {
  const names = ['customer_ident', 'address_ident', 'version'];
  return Object.fromEntries(Object.entries(data ?? {}).filter(([name]) => names.includes(name)));
}
