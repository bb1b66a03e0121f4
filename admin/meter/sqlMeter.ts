import { statfsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Blocker, DatabaseMeter, DatabaseReading } from '../../observe/status/databaseReading.ts';
import { addCounts, maxBy, sum } from '../../shared/contract/values/arithmetic.ts';
import { errorKindOf } from '../../shared/runtime/databaseErrors.ts';
import { isLoopback, serverAddress } from '../../shared/runtime/settings/serverAddress.ts';
import { type Database, openDatabase } from '../../workers/database/database.ts';
import { productOf } from '../../workers/database/session.ts';
import {
  type Connection,
  locksOf,
  mostWaiting,
  type RowWait,
  shownBlocker,
  waitsForTable,
} from './lockHolders.ts';

/** InnoDB updates its list of transactions only if nobody has read it for 0.1 s: a measurement should take 0.5 s or more. */
const samples = 4;
/** Transactions of sets take less. */
const longSeconds = 2;
/** Statements of a server that answers take less; its connection is given up then. */
const answerMs = 2_000;
/** InnoDB and the binary log need more for one write. */
const minFreeBytes = 4_194_304;

interface NamedAccount {
  readonly account_ident: string;
  readonly name: string;
}

/**
 * Asks a server of MariaDB or MySQL what its connections do. Sees those of other users with the right PROCESS. On MySQL, waits for
 * rows need SELECT on performance_schema.data_lock_waits, too; without that, and on servers without that schema, as our own
 * ones are, it sees long transactions only.
 */
export class SqlMeter implements DatabaseMeter {
  readonly #database: Database;
  readonly #url: string;
  /** Data folder of the server; undefined until it has said so. */
  #folder: string | undefined;
  /** Names of accounts by ident, as they were when they were first asked for. */
  readonly #names = new Map<string, string>();
  readonly #asked = new Set<string>();

  constructor(url: string) {
    this.#url = url;
    this.#database = openDatabase(url, 1, answerMs);
  }

  async measure(ms: number): Promise<DatabaseReading> {
    try {
      return await this.#measure(ms);
    } catch (error) {
      // Even a query of the server's state needs room for its temporary files.
      const { code, name } = error as { readonly code?: string; readonly name: string };
      return { error: code ?? name, isDiskFull: errorKindOf(error).reason === 'disk' || this.#isFull() };
    }
  }

  /** Asks for each account once, so that a locked table does not delay each report. */
  async namesOf(accounts: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const unknown = accounts.filter((ident) => !this.#asked.has(ident));
    if (unknown.length === 0) return this.#names;
    for (const ident of unknown) this.#asked.add(ident);
    const rows = await this.#database<NamedAccount>('accounts')
      .select('account_ident', 'name')
      .whereIn('account_ident', unknown)
      .catch(() => []);
    for (const { account_ident, name } of rows) this.#names.set(account_ident, name);
    return this.#names;
  }

  async close(): Promise<void> {
    await this.#database.destroy();
  }

  async #measure(ms: number): Promise<DatabaseReading> {
    const before = await this.#counters();
    const startedAt = performance.now();
    const seen: (readonly Connection[])[] = [];
    const rowWaits: RowWait[] = [];
    let seesAll = true;
    for (let sample = 0; sample < samples; sample += 1) {
      seen.push(await this.#connections());
      const waits = await this.#rowWaits(before.isMariadb);
      seesAll &&= waits !== undefined;
      rowWaits.push(...(waits ?? []));
      await delay(ms / samples);
    }
    const after = await this.#counters();
    const seconds = (performance.now() - startedAt) / 1_000;
    const own = ownUser(seen.at(-1) ?? [], serverAddress(this.#url).user);
    return {
      seesAll,
      connections: { used: Math.max(before.connections, after.connections), max: after.max },
      running: {
        own: meanRunning(seen, ({ user }) => user === own),
        others: meanRunning(seen, ({ user }) => user !== own),
      },
      ...locksOf(mostWaiting(seen), rowWaits, own),
      transactions: await this.#longTransactions(seen.at(-1) ?? []),
      deadlocksPerSecond: (after.deadlocks - before.deadlocks) / seconds,
      isDiskFull: seen.flat().some(({ state }) => waitsForRoom.test(state ?? '')) || this.#isFull(),
    };
  }

  /** Leaves out this connection, those of the server itself, and replicas, which hold no locks. */
  async #connections(): Promise<readonly Connection[]> {
    const [rows] = await this.#database.raw(`SELECT ID AS id, USER AS user, HOST AS host, DB AS name,
      COMMAND AS command, TIME AS seconds, STATE AS state, INFO AS statement
      FROM information_schema.PROCESSLIST
      WHERE ID <> CONNECTION_ID() AND COMMAND NOT IN ('Daemon', 'Binlog Dump', 'Binlog Dump GTID')
        AND USER NOT IN ('system user', 'event_scheduler')`);
    return rows;
  }

  /** Undefined if the user may not see the transactions of others. */
  #rowWaits(isMariadb: boolean): Promise<readonly RowWait[] | undefined> {
    const { table, blocking, requesting } = isMariadb ? lockWaits.mariadb : lockWaits.mysql;
    return this.#rowsIfAllowed(`SELECT blocking.trx_mysql_thread_id AS blocker,
        TIMESTAMPDIFF(SECOND, blocking.trx_started, ${systemTime}) AS blockerSeconds,
        TIMESTAMPDIFF(SECOND, waiting.trx_wait_started, ${systemTime}) AS seconds, waiting.trx_query AS statement
        FROM ${table}
        JOIN information_schema.INNODB_TRX AS blocking ON blocking.trx_id = ${blocking}
        JOIN information_schema.INNODB_TRX AS waiting ON waiting.trx_id = ${requesting}
        WHERE blocking.trx_state <> 'LOCK WAIT'`);
  }

  /** Workers skip rows that are locked, and try again: they may wait at none of the samples. */
  async #longTransactions(connections: readonly Connection[]): Promise<readonly Blocker[]> {
    const rows = await this.#rowsIfAllowed<Pick<Blocker, 'id' | 'seconds'>>(
      `SELECT trx_mysql_thread_id AS id, TIMESTAMPDIFF(SECOND, trx_started, ${systemTime}) AS seconds
        FROM information_schema.INNODB_TRX
        WHERE trx_state <> 'LOCK WAIT' AND trx_rows_locked > 0 AND trx_started <= ${systemTime} - INTERVAL ? SECOND
        ORDER BY trx_started`,
      [longSeconds],
    );
    return (rows ?? []).flatMap(({ id, seconds }) => {
      const holder = connections.find((one) => one.id === id);
      return holder ? [{ ...shownBlocker(holder), seconds, isCertain: false }] : [];
    });
  }

  async #counters() {
    const [rows] = await this.#database.raw(
      `SHOW GLOBAL STATUS WHERE Variable_name IN ('Threads_connected', 'Innodb_deadlocks')`,
    );
    const [[variables]] = await this.#database.raw(
      'SELECT @@max_connections AS max, @@datadir AS folder, VERSION() AS version',
    );
    const isMariadb = productOf(variables.version) === 'MariaDB';
    const values = new Map<string, number>(
      rows.map((row: { Variable_name: string; Value: string }) => [row.Variable_name, Number(row.Value)]),
    );
    this.#folder = String(variables.folder);
    return {
      connections: values.get('Threads_connected') ?? 0,
      deadlocks: isMariadb ? (values.get('Innodb_deadlocks') ?? 0) : await this.#deadlocksOfMysql(),
      isMariadb,
      max: Number(variables.max),
    };
  }

  /** Deadlocks since the start; 0 if the user may not see them. */
  async #deadlocksOfMysql(): Promise<number> {
    const rows = await this.#rowsIfAllowed<{ readonly count: number | string }>(
      `SELECT COUNT AS count FROM information_schema.INNODB_METRICS WHERE NAME = 'lock_deadlocks'`,
    );
    return Number(rows?.[0]?.count ?? 0);
  }

  /** Undefined if the user lacks a right. */
  async #rowsIfAllowed<Row>(
    statement: string,
    bindings: readonly number[] = [],
  ): Promise<readonly Row[] | undefined> {
    try {
      const [rows] = await this.#database.raw(statement, [...bindings]);
      return rows;
    } catch (error) {
      if (errorKindOf(error).lacksRight) return undefined;
      throw error;
    }
  }

  /** Known only of a server on this machine. */
  #isFull(): boolean {
    const folder = this.#folder;
    if (!folder || !isLoopback(serverAddress(this.#url).host)) return false;
    try {
      const { bavail, bsize } = statfsSync(folder);
      return bavail * bsize < minFreeBytes;
    } catch {
      return false;
    }
  }
}

/** InnoDB writes times in the time zone of its system; NOW() has that of the session, which may be another one. */
const systemTime = "CONVERT_TZ(UTC_TIMESTAMP(), '+00:00', 'SYSTEM')";

/** Table of the waits for rows, and its columns of transaction ids. */
const lockWaits = {
  mariadb: {
    table: 'information_schema.INNODB_LOCK_WAITS',
    blocking: 'blocking_trx_id',
    requesting: 'requesting_trx_id',
  },
  mysql: {
    table: 'performance_schema.data_lock_waits',
    blocking: 'BLOCKING_ENGINE_TRANSACTION_ID',
    requesting: 'REQUESTING_ENGINE_TRANSACTION_ID',
  },
} as const;

const waitsForRoom = /free (some )?space|disk full/i;
/** The user of the workers: that of the address, unless only this command uses it. */
function ownUser(connections: readonly Connection[], user: string): string {
  if (connections.some((one) => one.user === user)) return user;
  const counts = addCounts(connections.map((one) => ({ [one.user]: 1 })));
  return maxBy(Object.entries(counts), ([, count]) => count)?.[0] ?? user;
}

function meanRunning(
  seen: readonly (readonly Connection[])[],
  isMeant: (connection: Connection) => boolean,
): number {
  const counts = seen.map(
    (connections) =>
      connections.filter((one) => isMeant(one) && one.command !== 'Sleep' && !waitsForTable(one)).length,
  );
  return sum(counts) / Math.max(1, counts.length);
}
