import type { Knex } from 'knex';
import { deferred } from '../../workers/database/pipeliningClient.ts';
import { newDatabase, type OwnDatabase } from './ownDatabase.ts';
import { TcpProxy } from './tcpProxy.ts';

export interface Tea {
  readonly name: string;
  readonly note: string;
}

/** A database with one table, and the proxy through which a test reaches it. */
export interface TeaDatabase {
  readonly own: OwnDatabase;
  readonly proxy: TcpProxy;
  /** Resolves to the committed rows. */
  stored(): Promise<readonly Tea[]>;
  drop(): Promise<void>;
}

export async function newTeaDatabase(name: string): Promise<TeaDatabase> {
  const own = await newDatabase(name);
  await own.pool.schema.createTable('teas', (table) => {
    table.string('name', 40).primary();
    table.text('note').notNullable();
  });
  const proxy = await TcpProxy.listen(Number(new URL(own.url).port));
  const drop = async () => {
    await proxy.close();
    await own.drop();
  };
  return { own, proxy, stored: async () => own.pool('teas').orderBy('name'), drop };
}

/** The same database by way of the proxy. */
export function through({ port }: TcpProxy, url: string): string {
  const address = new URL(url);
  [address.hostname, address.port] = ['127.0.0.1', `${port}`];
  return address.href;
}

export function tea(name: string, note = ''): Tea {
  return { name, note };
}

/** Inserts teas, with the next statement that is waited for. */
export function insert(on: Knex, ...teas: readonly Tea[]) {
  return deferred(on('teas').insert(teas));
}
