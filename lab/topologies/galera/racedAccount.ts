import { accountOf, createAccount, defaultSettings } from '../../../admin/accounts.ts';
import type { Body } from '../../../shared/contract/input/reader.ts';
import type { OperationName } from '../../../shared/contract/operations/allOperations.ts';
import type { Reply } from '../../../shared/wire/envelope.ts';
import { callOf } from '../../../test/support/calls.ts';
import { setRunner } from '../../../test/support/setRunners.ts';
import { until } from '../../../test/support/until.ts';
import type { Database } from '../../../workers/database/database.ts';

/** Pools of workers at two nodes of a cluster: both take writes. */
export type Writers = readonly [Database, Database];

type Row = Readonly<Record<string, unknown>>;

/** Call that a writer is asked to make. */
type Asked = readonly [method: OperationName, request: Body];

/** An account whose records two writers change at the same time. */
export class RacedAccount {
  readonly id: number;
  readonly writers: Writers;

  private constructor(id: number, writers: Writers) {
    this.id = id;
    this.writers = writers;
  }

  static async create(writers: Writers): Promise<RacedAccount> {
    const ident = await createAccount(writers[0], { name: 'Raced', ...defaultSettings });
    return new RacedAccount((await accountOf(writers[0], ident)).id, writers);
  }

  /** Creates an article; resolves to its ident when both nodes have it. */
  async article(): Promise<string> {
    return this.#created('article', { article_title: 'Tea' });
  }

  /** Creates a customer; resolves to its ident when both nodes have it. */
  async customer(): Promise<string> {
    return this.#created('customer', { bill_city: 'Kiel' });
  }

  /** Lets each writer do something at the same time; resolves to their replies. */
  async both(first: Asked, second: Asked): Promise<readonly [Reply, Reply]> {
    return Promise.all([this.run(0, first), this.run(1, second)]);
  }

  async run(side: 0 | 1, [method, request]: Asked): Promise<Reply> {
    const call = callOf(method, this.id, request, { deadline: Date.now() + 60_000 });
    const [reply] = await setRunner(method, this.writers[side]).run([call]);
    if (!reply || (reply.kind !== 'done' && reply.kind !== 'refused'))
      throw new Error(`${method}: ${JSON.stringify(reply)}`);
    return reply;
  }

  /** A row of the account, as a node has it. */
  row(side: 0 | 1, table: string, where: Row): Promise<Record<string, unknown> | undefined> {
    return this.writers[side](table)
      .where({ account_id: this.id, ...where })
      .first();
  }

  /** Resolves when both nodes have the same row, to that. */
  async agreed(table: string, where: Row): Promise<Record<string, unknown>> {
    let rows: readonly unknown[] = [];
    await until(async () => {
      rows = await Promise.all([this.row(0, table, where), this.row(1, table, where)]);
      return rows[0] && JSON.stringify(rows[0]) === JSON.stringify(rows[1]);
    });
    return rows[0] as Record<string, unknown>;
  }

  async #created(resource: 'article' | 'customer', request: Body): Promise<string> {
    const name = `${resource}_ident`;
    const ident = dataOf(await this.run(0, [`${resource}.create`, request]))[name] as string;
    await this.agreed(`${resource}s`, { [name]: ident });
    return ident;
  }
}

export function dataOf(reply: Reply): Row {
  if (reply.kind !== 'done') throw new Error(`not done: ${JSON.stringify(reply)}`);
  return JSON.parse(reply.envelope).data;
}
