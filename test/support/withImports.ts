import { newAccount, type TestAccount } from './account.ts';
import { cleanUp } from './dataFolders.ts';
import { Imports } from './imports.ts';
import { type Columns, storedRow, storedRows, type Table } from './stored.ts';

/** Imports of an account of their own, and what its tables have. */
class AccountImports extends Imports {
  #account: TestAccount | undefined;

  /** Goes on as a new account, with an empty folder. */
  async renew(): Promise<void> {
    this.#account = await newAccount();
    await this.open(this.#account);
  }

  get account(): TestAccount {
    if (this.#account) return this.#account;
    throw new Error('there is an account in tests and hooks only');
  }

  storedRows(table: Table, where: Columns = {}): Promise<readonly Columns[]> {
    return storedRows(table, this.account.id, where);
  }

  /** Returns the row that has these values. */
  storedRow(table: Table, where: Columns = {}): Promise<Columns> {
    return storedRow(table, this.account.id, where);
  }
}

/** Imports for the tests of a describe, with a new account and an empty folder for each test, or for all of them. */
export function withImports(scope: 'each' | 'all' = 'each'): AccountImports {
  const imports = new AccountImports();
  const begin = scope === 'each' ? beforeEach : before;
  begin(() => imports.renew());
  after(cleanUp);
  return imports;
}
