import type { Database } from '../database/database.ts';
import { sequences } from './numbers.ts';
import { byIndex } from './scope.ts';
import { nowUtc } from './time.ts';

/** The settings of an account. */
export interface AccountSettings {
  readonly name: string;
  /** Days: the default of new customers. */
  readonly term_of_credit: number;
  /** The first generated number. */
  readonly number_start: number;
  /** An IANA name, for `*_user` dates. */
  readonly time_zone: string;
  /** Of all its prices: a code of ISO 4217. */
  readonly currency: string;
  /** Requests per second that all its apps together may send; null means no limit. */
  readonly requests_per_second: number | null;
}

export interface Account extends AccountSettings {
  readonly id: number;
  readonly account_ident: string;
  readonly date_created: string;
  /** Since when the requests of all its apps are refused, until it is enabled again. */
  readonly date_disabled: string | null;
}

/** Accounts and their number sequences. */
export class Accounts {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The accounts with these ids, by id. */
  async withIds(ids: readonly number[]): Promise<ReadonlyMap<number, Account>> {
    if (ids.length === 0) return new Map();
    const rows: readonly Account[] = await byIndex(this.#database, 'accounts')
      .select('*')
      .whereIn('id', [...new Set(ids)]);
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** The ident of an account; undefined if there is none. */
  async identOf(id: number): Promise<string | undefined> {
    const row = await this.#database<Account>('accounts').select('account_ident').where({ id }).first();
    return row?.account_ident;
  }

  /** Creates an account with its number sequences; returns its id. */
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

  /** Every account, the oldest one first. */
  async list(): Promise<readonly Account[]> {
    return this.#database<Account>('accounts').select('*').orderBy('id');
  }

  async find(accountIdent: string): Promise<Account | undefined> {
    return this.#database<Account>('accounts').where({ account_ident: accountIdent }).first();
  }

  /** Refuses the requests of all its apps, or accepts them again. */
  async setDisabled(id: number, disabled: boolean): Promise<void> {
    // Who disables it again does not change since when.
    const date_disabled = disabled ? this.#database.raw('COALESCE(date_disabled, ?)', [nowUtc(Date)]) : null;
    await this.#database('accounts').where({ id }).update({ date_disabled });
  }

  /** Changes settings. With a new start of numbers, the sequences continue there. */
  async set(id: number, settings: Partial<AccountSettings>): Promise<void> {
    if (Object.keys(settings).length === 0) return;
    await this.#database('accounts').where({ id }).update(settings);
    const { number_start } = settings;
    if (number_start === undefined) return;
    await this.#database('number_sequences').where({ account_id: id }).update({ next_number: number_start });
  }
}
