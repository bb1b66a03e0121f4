import type { Database } from '../database/database.ts';
import { sequences } from './numbers.ts';
import { byIndex } from './scope.ts';
import { disabledDate } from './time.ts';

export interface AccountSettings {
  readonly name: string;
  /** Days: the default of new customers. */
  readonly term_of_credit: number;
  readonly number_start: number;
  /** IANA name, for `*_user` dates. */
  readonly time_zone: string;
  /** Code of ISO 4217 for all its prices. */
  readonly currency: string;
  /** Limit for all its apps together. Null means no limit. */
  readonly requests_per_second: number | null;
  /** Days for which history keeps a change. 0 keeps none. */
  readonly history_days: number;
  /** 1 if its clients may ask for failures. */
  readonly is_sandbox: 0 | 1;
}

export interface Account extends AccountSettings {
  readonly id: number;
  readonly account_ident: string;
  readonly date_created: string;
  /** Time since when requests of all its apps are refused. */
  readonly date_disabled: string | null;
}

export class Accounts {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Reads accounts. Those of calls exist: an app of theirs has signed, and accounts are never deleted. */
  async withIds(ids: readonly number[]): Promise<(id: number) => Account> {
    const wanted = [...new Set(ids)];
    const rows: readonly Account[] =
      wanted.length > 0 ? await byIndex(this.#database, 'accounts').select('*').whereIn('id', wanted) : [];
    const accounts = new Map(rows.map((row) => [row.id, row]));
    return (id) => {
      const account = accounts.get(id);
      if (!account) throw new Error(`account ${id} does not exist`);
      return account;
    };
  }

  async identOf(id: number): Promise<string | undefined> {
    const row = await this.#database<Account>('accounts').select('account_ident').where({ id }).first();
    return row?.account_ident;
  }

  /** Returns the id of the new account. */
  async create(account: Omit<Account, 'id' | 'date_disabled'>): Promise<number> {
    const [id = 0] = await this.#database('accounts').insert(account);
    const rows = sequences.map((resource) => ({
      account_id: id,
      resource,
      next_number: account.number_start,
    }));
    await this.#database('number_sequences').insert(rows);
    return id;
  }

  /** Returns accounts by age, the oldest first. */
  async list(): Promise<readonly Account[]> {
    return this.#database<Account>('accounts').select('*').orderBy('id');
  }

  async find(accountIdent: string): Promise<Account | undefined> {
    return this.#database<Account>('accounts').where({ account_ident: accountIdent }).first();
  }

  async setDisabled(id: number, disabled: boolean): Promise<void> {
    const date_disabled = disabledDate(this.#database, disabled);
    await this.#database('accounts').where({ id }).update({ date_disabled });
  }

  /** Changes settings. With a new `number_start`, the sequences continue there. */
  async set(id: number, settings: Partial<AccountSettings>): Promise<void> {
    if (Object.keys(settings).length === 0) return;
    await this.#database('accounts').where({ id }).update(settings);
    const { number_start } = settings;
    if (number_start === undefined) return;
    await this.#database('number_sequences').where({ account_id: id }).update({ next_number: number_start });
  }
}
