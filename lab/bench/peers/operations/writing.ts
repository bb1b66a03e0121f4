import { isTransient } from '../../../../shared/runtime/databaseErrors.ts';
import { inboxTtlHours } from '../../../../shared/wire/call.ts';
import type { Answer } from '../../../../shared/wire/envelope.ts';
import { packReply } from '../../../../shared/wire/replies.ts';
import type { Database } from '../../../../workers/database/database.ts';
import type { PeerCall } from './call.ts';

/** A write, with the reply that it gives on success, which is known beforehand. */
export interface Write {
  readonly reply: Answer;
  /** Runs in the transaction. Resolves to another reply when it refuses. */
  readonly effect: (transaction: Database) => Promise<Answer | undefined>;
}

const maxAttempts = 5;

/**
 * Runs the effect and inserts its inbox row in one transaction. The row comes first: then the account's number sequence, on
 * which all creates wait for each other, is locked for fewer round trips.
 */
export function writing(database: Database, writeOf: (call: PeerCall) => Write) {
  return async (call: PeerCall): Promise<Answer> => {
    const { reply, effect } = writeOf(call);
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await database.transaction(async (transaction) => {
          await insertInto(transaction, call, reply);
          const refusal = await effect(transaction);
          if (refusal) await replaceIn(transaction, call, refusal);
          return refusal ?? reply;
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
