import path from 'node:path';
import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';
import type { Place } from '../../../servers/embeddedServer.ts';
import { mysql } from '../../../servers/mysql.ts';
import { type Binary, programEnvironment, programLine } from '../../../servers/programs/program.ts';
import { installationFolder } from '../../../servers/programs/systemTables.ts';
import { ManagedProcess } from '../../../servers/system/managedProcess.ts';
import { until } from '../../../test/support/until.ts';

/** Passwords of `admin`, who may do everything, and of `counterfoil`. */
export interface Credentials {
  readonly password: string;
}

/** A MySQL server that replicates: read-only until it is promoted. */
export class MysqlNode {
  readonly port: number;
  readonly place: Place;
  readonly #password: string;
  readonly #process: ManagedProcess;
  /** Statements that the next start runs first. */
  initFile = '';

  constructor(program: Binary, place: Place, id: number, { password }: Credentials) {
    this.port = place.port;
    this.place = place;
    this.#password = password;
    this.#process = new ManagedProcess({
      name: `MySQL ${id}`,
      link: { kind: 'guard', guard: place.guard, folder: place.folder },
      logFile: place.logFile,
      command: () => ({
        line: programLine(program, serverArguments(program, place, id, this.initFile)),
        environment: programEnvironment(program),
        systemUser: place.systemUser,
      }),
      probe: async () => {
        await this.query('SELECT 1');
      },
    });
  }

  start(): Promise<void> {
    return this.#process.start();
  }

  stop(): Promise<void> {
    return this.#process.stop();
  }

  signal(signal: NodeJS.Signals): void {
    this.#process.signal(signal);
  }

  /** Kills the process with SIGKILL. Resolves when it is gone. */
  async kill(): Promise<void> {
    this.signal('SIGKILL');
    await this.ended();
  }

  /** Resolves when it does not run. */
  ended(): Promise<void> {
    return until(() => this.#process.pid === undefined);
  }

  /** Runs statements as its administrator; resolves to the rows of the last one. */
  async query(...statements: readonly string[]): Promise<readonly RowDataPacket[]> {
    const connection = await this.#connect();
    try {
      let rows: RowDataPacket[] = [];
      for (const statement of statements) [rows] = await connection.query<RowDataPacket[]>(statement);
      return rows;
    } finally {
      connection.destroy();
    }
  }

  /** Replicates from another server, by the transactions that it lacks. */
  async follow(source: MysqlNode): Promise<void> {
    const options = [
      `SOURCE_HOST = '127.0.0.1', SOURCE_PORT = ${source.port}, SOURCE_AUTO_POSITION = 1`,
      `SOURCE_USER = 'admin', SOURCE_PASSWORD = '${this.#password}', GET_SOURCE_PUBLIC_KEY = 1`,
      'SOURCE_CONNECT_RETRY = 1, SOURCE_HEARTBEAT_PERIOD = 0.5',
    ].join(', ');
    await this.query('STOP REPLICA', `CHANGE REPLICATION SOURCE TO ${options}`, 'START REPLICA');
  }

  #connect(): Promise<Connection> {
    const server = { host: '127.0.0.1', port: this.port, connectTimeout: 2_000 };
    return createConnection({ ...server, user: 'admin', password: this.#password });
  }
}

function serverArguments(program: Binary, place: Place, id: number, initFile: string): readonly string[] {
  const plugins = path.join(installationFolder(program.file), 'lib/mysql/plugin');
  return [
    ...mysql
      .serverArguments(program, place, initFile)
      .filter((option) => !/^--(?:skip-log-bin|init-file=$)/.test(option)),
    `--server-id=${id}`,
    '--log-bin=binlog',
    '--relay-log=relay',
    '--sync-binlog=1',
    '--log-replica-updates=ON',
    '--gtid-mode=ON',
    '--enforce-gtid-consistency=ON',
    '--skip-replica-start',
    `--plugin-dir=${plugins}`,
    '--plugin-load-add=semisync_source.so;semisync_replica.so;mysql_clone.so',
    // No write is acknowledged before a replica has it, however long that takes.
    '--rpl-semi-sync-replica-enabled=ON',
    '--rpl-semi-sync-source-timeout=3600000',
    ...(initFile === '' ? ['--super-read-only=ON'] : []),
  ];
}
