import type { Envelope } from '../../shared/wire/envelope.ts';
import { isAnswer } from '../../shared/wire/envelope.ts';
import { unpackReply } from '../../shared/wire/replies.ts';
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

  /** Removes all values from histories, and returns the customers that had any, by `recordKey`. */
  async eraseHistories(customers: readonly Scoped[]): Promise<ReadonlySet<string>> {
    const erased = new Set<string>();
    for (const { account, value } of customers) {
      const [{ affectedRows }] = await this.#database.raw(
        `UPDATE record_history SET changes = '[]' WHERE account_id = ? AND record_ident = ? AND changes <> '[]'`,
        [account, value],
      );
      if (affectedRows > 0) erased.add(recordKey(account, value));
    }
    return erased;
  }

  /** Finds the addresses of customers that their histories name, also those that were deleted. */
  async addressesIn(customers: readonly Scoped[]): Promise<readonly Scoped[]> {
    const rows: readonly Row[] = await byIndex(this.#database, 'record_history')
      .distinct('account_id', 'address_ident')
      .where(whereAnyOf('record_ident', customers))
      .whereNot('address_ident', '');
    return rows.map((row) => ({ account: row.account_id as number, value: row.address_ident as string }));
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
   * runs again, and finds no record. `last` is the last id, and undefined at the end.
   */
  async removeAnswers(account: number, idents: ReadonlySet<string>, after: string, max: number) {
    const rows: readonly InboxRow[] = await byIndex(this.#database, 'inbox')
      .select('call_id', 'reply')
      .where('account_id', account)
      .where('call_id', '>', after)
      .orderBy(['account_id', 'call_id'])
      .limit(max);
    const found = rows.filter(({ reply }) => hasValuesOf(reply, idents)).map(({ call_id }) => call_id);
    if (found.length > 0)
      await this.#database('inbox').where('account_id', account).whereIn('call_id', found).delete();
    return { removed: found.length, last: rows.length < max ? undefined : rows.at(-1)?.call_id };
  }

  /** Ends requests whose answers are removed. */
  async done(records: readonly Scoped[]): Promise<void> {
    await this.#database('erasures').where(whereAnyOf('record_ident', records)).delete();
  }
}

function hasValuesOf(text: string, idents: ReadonlySet<string>): boolean {
  const reply = unpackReply(text);
  if (!isAnswer(reply)) return false;
  const { method, data } = JSON.parse(reply.envelope) as Envelope<Record<string, string> | null>;
  if (!answeringValues.has(method)) return false;
  return [data?.customer_ident, data?.address_ident].some(
    (ident) => ident !== undefined && idents.has(ident),
  );
}
