import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { ShopRow, SyncModule } from './syncProgram.ts';

/** The database of a shop, as docs/sync.md asks for it: in memory, and in a file that survives a kill of the process. */
export class ShopStore {
  readonly #rows = new Map<string, ShopRow>();
  readonly #reported = new Map<string, ShopRow['data']>();
  readonly #isUnsent: SyncModule['isUnsent'];
  readonly #file: string;
  #cursor: string | undefined;
  /** Lets a test act before the rows to send are read. */
  beforeUnsent: () => Promise<void> = async () => {};
  /** Lets a test act before each change of a row by the program. */
  beforeChange: () => void = () => {};

  constructor({ isUnsent }: Pick<SyncModule, 'isUnsent'>, file = '') {
    this.#isUnsent = isUnsent;
    this.#file = file;
    if (!existsSync(file)) return;
    for (const line of readFileSync(file, 'utf8').trimEnd().split('\n')) {
      const { cursor, id, row } = JSON.parse(line) as { cursor?: string; id?: string; row?: ShopRow };
      if (id === undefined) this.#cursor = cursor;
      else this.#set(id, row);
    }
  }

  get rows(): readonly ShopRow[] {
    return [...this.#rows.values()];
  }

  /** Edits a record as a person in the shop does; without data, deletes it. */
  edit(id: string, data?: Partial<ShopRow['data']>): void {
    const row = this.#rows.get(id);
    const edited = { ...row?.data, ...data } as ShopRow['data'];
    if (data) this.#write(id, { ...row, id, data: edited });
    else if (row) this.#write(id, row.base && { ...row, isDeleted: true });
  }

  async cursor(): Promise<string | undefined> {
    return this.#cursor;
  }

  async keepCursor(cursor: string): Promise<void> {
    this.#append({ cursor });
    this.#cursor = cursor;
  }

  async unsent(): Promise<readonly ShopRow[]> {
    await this.beforeUnsent();
    return this.rows
      .filter((row) => this.#isUnsent(row) && this.#reported.get(row.id) !== row.data)
      .slice(0, 500);
  }

  async ids(): Promise<Map<string, string>> {
    return new Map(this.rows.flatMap(({ id, ident }) => (ident ? [[ident, id]] : [])));
  }

  async idOf(ident: string): Promise<string | undefined> {
    return this.rows.find((row) => row.ident === ident)?.id;
  }

  async change(id: string, edit: (row?: ShopRow) => ShopRow | undefined): Promise<ShopRow | undefined> {
    this.beforeChange();
    const row = edit(this.#rows.get(id));
    this.#write(id, row);
    return row;
  }

  async report(id: string): Promise<void> {
    const row = this.#rows.get(id);
    if (row) this.#reported.set(id, row.data);
  }

  #write(id: string, row: ShopRow | undefined): void {
    this.#append({ id, row });
    this.#set(id, row);
  }

  #append(line: object): void {
    if (this.#file) appendFileSync(this.#file, `${JSON.stringify(line)}\n`);
  }

  #set(id: string, row: ShopRow | undefined): void {
    if (row) this.#rows.set(id, row);
    else this.#rows.delete(id);
  }
}
