import { isTransient } from '../../../../shared/runtime/databaseErrors.ts';
import { inboxTtlHours } from '../../../../shared/wire/call.ts';
import type { Answer } from '../../../../shared/wire/envelope.ts';
import { packReply } from '../../../../shared/wire/replies.ts';
import type { Database } from '../../../../workers/database/database.ts';
import type { PeerCall } from './call.ts';

/** A write, with the reply that it gives on success, which is known beforehand. */
export interface Write {
  readonly reply: Answer;
  /** Runs in the transaction. */
  readonly effect: (transaction: Database) => Promise<Effect>;
}

/** Lines of the list of changes (workers/stores/changeWriter.ts), or another reply. */
type Effect = { readonly changes: readonly string[] } | { readonly refusal: Answer };

const maxAttempts = 5;

/**
 * Runs the effect, and inserts its inbox row and its changes in one transaction. The inbox row comes first: then the account's
 * number sequence, on which all creates wait for each other, is locked for fewer round trips. The changes come last: all writes
 * of the account wait for their position.
 */
export function writing(database: Database, writeOf: (call: PeerCall) => Write) {
  return async (call: PeerCall): Promise<Answer> => {
    const { reply, effect } = writeOf(call);
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await database.transaction(async (transaction) => {
          await insertInto(transaction, call, reply);
          const done = await effect(transaction);
          if ('changes' in done) await insertChanges(transaction, call, done.changes);
          else await replaceIn(transaction, call, done.refusal);
          return 'changes' in done ? reply : done.refusal;
        });
      } catch (error) {
        if (!isTransient(error) || attempts === maxAttempts) throw error;
      }
    }
  };
}

async function insertInto(transaction: Database, { account, id }: PeerCall, reply: Answer): Promise<void> {
  await transaction.raw(
    'INSERT INTO inbox (account_id, call_id, fingerprint, reply, date_expires) VALUES (?, ?, NULL, ?, UTC_TIMESTAMP() + INTERVAL ? HOUR)',
    [account, id, packReply(reply), inboxTtlHours.withoutKey],
  );
}

async function replaceIn(transaction: Database, { account, id }: PeerCall, reply: Answer): Promise<void> {
  await transaction('inbox')
    .where({ account_id: account, call_id: id })
    .update({ reply: packReply(reply) });
}

const nextPosition = `INSERT INTO change_positions (account_id, last_position) VALUES (?, LAST_INSERT_ID(?))
  ON DUPLICATE KEY UPDATE last_position = LAST_INSERT_ID(last_position + VALUES(last_position))`;
const insert =
  'INSERT INTO changes (account_id, position, size, entries, date_created) VALUES (?, ?, ?, ?, UTC_TIMESTAMP())';

async function insertChanges(
  transaction: Database,
  { account }: PeerCall,
  changes: readonly string[],
): Promise<void> {
  const [{ insertId }] = await transaction.raw(nextPosition, [account, changes.length]);
  await transaction.raw(insert, [account, insertId, changes.length, changes.join('\n')]);
}
