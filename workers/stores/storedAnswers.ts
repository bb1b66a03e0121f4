import type { Reply } from '../../shared/wire/envelope.ts';
import { unpackReply } from '../../shared/wire/replies.ts';
import type { Database } from '../database/database.ts';
import { byIndex } from './scope.ts';

export interface StoredAnswer {
  readonly account_ident: string;
  readonly call_id: string;
  readonly reply: Reply;
  /** UTC, in the form of the tables. */
  readonly date_expires: string;
}

interface Account {
  readonly id: number;
  readonly account_ident: string;
}

interface Row {
  readonly account_id: number;
  readonly call_id: string;
  readonly reply: string;
  readonly date_expires: string;
}

const accountsAtOnce = 500;

/** Finds answers for operators, who may not know the account. Workers look up answers by their account (`Inbox`). */
export class StoredAnswers {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Finds the answers to calls with one of these ids, and to entries of batches, which have one of them before a dot. Ordered
   * by id. Searches all accounts unless one is named. The index of the inbox begins with the account, so the rows of each
   * account are looked up, and no table is read as a whole.
   */
  async find(ids: readonly string[], accountIdent?: string): Promise<readonly StoredAnswer[]> {
    const accounts = await this.#accounts(accountIdent);
    const found: StoredAnswer[] = [];
    for (let from = 0; from < accounts.length; from += accountsAtOnce)
      found.push(...(await this.#findIn(accounts.slice(from, from + accountsAtOnce), ids)));
    return found.toSorted((a, b) => (a.call_id < b.call_id ? -1 : 1));
  }

  async #accounts(accountIdent: string | undefined): Promise<readonly Account[]> {
    const accounts = this.#database<Account>('accounts').select('id', 'account_ident');
    return accountIdent ? accounts.where('account_ident', accountIdent) : accounts;
  }

  async #findIn(accounts: readonly Account[], ids: readonly string[]): Promise<readonly StoredAnswer[]> {
    const rows: Row[] = await byIndex(this.#database, 'inbox')
      .select('account_id', 'call_id', 'reply', 'date_expires')
      .where((query) => {
        for (const { id: account } of accounts)
          for (const id of ids)
            query.orWhere((row) =>
              // The slash is the character after the dot.
              row.where('account_id', account).where('call_id', '>=', id).where('call_id', '<', `${id}/`),
            );
      });
    const idents = new Map(accounts.map(({ id, account_ident }) => [id, account_ident]));
    const isWanted = ({ call_id }: Row) => ids.some((id) => call_id === id || call_id.startsWith(`${id}.`));
    return rows.filter(isWanted).map(({ account_id, call_id, reply, date_expires }) => ({
      account_ident: idents.get(account_id) ?? '',
      call_id,
      reply: unpackReply(reply),
      date_expires,
    }));
  }
}
