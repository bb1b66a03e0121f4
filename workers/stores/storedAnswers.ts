import type { Reply } from '../../shared/calls/envelope.ts';
import { unpackReply } from '../../shared/calls/replies.ts';
import type { Database } from '../database/database.ts';

/** An answer to a write that the inbox has. */
export interface StoredAnswer {
  readonly account_ident: string;
  readonly call_id: string;
  readonly reply: Reply;
  /** In UTC, in the form of the tables. */
  readonly date_expires: string;
}

interface Row extends Omit<StoredAnswer, 'reply'> {
  readonly reply: string;
}

/** Accounts whose rows are looked up at a time. */
const accountsAtOnce = 500;

/** Finds answers without knowing whose they are, for operators. Workers look up answers by their account (`Inbox`). */
export class StoredAnswers {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * The answers to calls with one of these ids, or with one of them before a dot, as entries of batches have; in the order of
   * their ids. Of all accounts, unless one is named. The index of the inbox begins with the account: so the rows of each
   * account are looked up, and no table is read as a whole.
   */
  async find(ids: readonly string[], accountIdent?: string): Promise<readonly StoredAnswer[]> {
    const accounts = await this.#accounts(accountIdent);
    const found: StoredAnswer[] = [];
    for (let from = 0; from < accounts.length; from += accountsAtOnce)
      found.push(...(await this.#findIn(accounts.slice(from, from + accountsAtOnce), ids)));
    return found.toSorted((a, b) => (a.call_id < b.call_id ? -1 : 1));
  }

  async #accounts(accountIdent: string | undefined): Promise<readonly number[]> {
    const accounts = this.#database<{ id: number; account_ident: string }>('accounts').select('id');
    const rows = await (accountIdent ? accounts.where('account_ident', accountIdent) : accounts);
    return rows.map(({ id }) => id);
  }

  async #findIn(accounts: readonly number[], ids: readonly string[]): Promise<readonly StoredAnswer[]> {
    const rows: Row[] = await this.#database('inbox')
      .join('accounts', 'accounts.id', 'inbox.account_id')
      .select('accounts.account_ident', 'inbox.call_id', 'inbox.reply', 'inbox.date_expires')
      .where((query) => {
        for (const account of accounts)
          for (const id of ids)
            query.orWhere((row) =>
              row
                .where('inbox.account_id', account)
                .andWhere('inbox.call_id', '>=', id)
                // The slash is the character after the dot.
                .andWhere('inbox.call_id', '<', `${id}/`),
            );
      });
    const isWanted = ({ call_id }: Row) => ids.some((id) => call_id === id || call_id.startsWith(`${id}.`));
    return rows.filter(isWanted).map((row) => ({ ...row, reply: unpackReply(row.reply) }));
  }
}
