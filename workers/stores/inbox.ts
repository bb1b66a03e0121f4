import type { Knex } from 'knex';
import { type Call, inboxId, inboxTtlHours } from '../../shared/wire/call.ts';
import { isAnswer, keyReused, type Reply } from '../../shared/wire/envelope.ts';
import { packReply, unpackReply } from '../../shared/wire/replies.ts';
import type { Database } from '../database/database.ts';
import { deferred } from '../database/pipeliningClient.ts';
import { type Expression, expression, insertRows } from './insertRows.ts';
import { byIndex, recordKey, whereAnyOf } from './scope.ts';

interface InboxRow {
  readonly account_id: number;
  readonly call_id: string;
  readonly fingerprint: string | null;
  readonly reply: string;
  readonly request_id: string | null;
}

/** Replies to writing calls, recorded in the transaction of their effect. A call that is found here has run. */
export class Inbox {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Inserts the replies before the list of changes is locked. If one of the calls has run before, this or the COMMIT fails as a
   * duplicate, and the transaction is rolled back: repeats are rare, and a look-up first would cost every set a statement. The
   * expiry is by the database's clock: a worker whose clock is ahead would forget calls that clients may still repeat.
   */
  async record(replies: ReadonlyMap<Call, Reply>): Promise<void> {
    const rows = [...replies].map(([call, reply]) => ({
      account_id: call.account,
      call_id: inboxId(call),
      fingerprint: call.fingerprint ?? null,
      reply: packReply(reply),
      request_id: call.key ? call.id : null,
      date_expires: call.key ? expiryWithKey : expiryWithoutKey,
    }));
    await deferred(insertRows(this.#database, 'inbox', rows));
  }

  /** Returns the replies of calls that have run. */
  async find(calls: readonly Call[]): Promise<ReadonlyMap<Call, Reply>> {
    return this.#replies(calls, await this.#rows(calls));
  }

  /**
   * Like `find`, but waits for transactions that store replies at this moment: the server may still commit what a worker sent
   * before it died. Rejects if that takes longer than the lock time-out.
   */
  async findSettled(calls: readonly Call[]): Promise<ReadonlyMap<Call, Reply>> {
    return this.#replies(calls, await this.#rows(calls).forShare());
  }

  #rows(calls: readonly Call[]): Knex.QueryBuilder {
    const wanted = calls.map((call) => ({ account: call.account, value: inboxId(call) }));
    return byIndex(this.#database, 'inbox')
      .select('account_id', 'call_id', 'fingerprint', 'reply', 'request_id')
      .where(whereAnyOf('call_id', wanted));
  }

  #replies(calls: readonly Call[], rows: readonly InboxRow[]): ReadonlyMap<Call, Reply> {
    const byKey = new Map(rows.map((row) => [recordKey(row.account_id, row.call_id), row]));
    const found = calls.flatMap((call) => {
      const row = byKey.get(recordKey(call.account, inboxId(call)));
      return row ? [[call, replyTo(call, row)] as const] : [];
    });
    return new Map(found);
  }

  /** Removes at most `max` expired rows, the oldest first, and returns how many. Plain SQL, since Knex can't order a delete. */
  async removeExpired(max: number): Promise<number> {
    const statement = `DELETE /*+ INDEX(inbox inbox_expiry) */ FROM inbox WHERE date_expires < UTC_TIMESTAMP()
      ORDER BY date_expires LIMIT ?`;
    const [{ affectedRows }] = await this.#database.raw(statement, [max]);
    return affectedRows;
  }

  /**
   * Returns the number of rows and the time for which the oldest has been expired. The number is an estimate of the database:
   * counting millions of rows would take seconds.
   */
  async measure(): Promise<{ readonly rows: number; readonly lagMs: number }> {
    const [[plan]] = await this.#database.raw('EXPLAIN SELECT COUNT(*) FROM inbox');
    const lag = 'SELECT TIMESTAMPDIFF(SECOND, MIN(date_expires), UTC_TIMESTAMP()) AS seconds FROM inbox';
    const [[oldest]] = await this.#database.raw(lag);
    return { rows: Number(plan.rows ?? 0), lagMs: Math.max(0, Number(oldest.seconds ?? 0)) * 1_000 };
  }
}

const expiryWithKey = expiryIn(inboxTtlHours.withKey);
const expiryWithoutKey = expiryIn(inboxTtlHours.withoutKey);

function expiryIn(hours: number): Expression {
  return expression(`UTC_TIMESTAMP() + INTERVAL ${hours} HOUR`);
}

/** A key that comes again with another operation or body was used by mistake: [409](../../docs/api.md#idempotency). */
function replyTo(call: Call, row: InboxRow): Reply {
  if (row.fingerprint !== (call.fingerprint ?? null)) return keyReused;
  const reply = unpackReply(row.reply);
  return isRepeat(call, row) && isAnswer(reply) ? { ...reply, replayed: true } : reply;
}

/** A second delivery of the same request is not a repeat: its client has not got the answer before. */
function isRepeat({ id }: Call, { request_id }: InboxRow): boolean {
  return request_id !== null && request_id !== id;
}
