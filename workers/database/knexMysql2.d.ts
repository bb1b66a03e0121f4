/** Knex has no types for its dialects. Only what is overridden is declared. */
declare module 'knex/lib/dialects/mysql2/index.js' {
  import { Knex } from 'knex';

  export default class ClientMysql2 extends Knex.Client {
    readonly transacting?: boolean;
    protected _query(connection: unknown, statement: unknown): Promise<unknown>;
  }
}
