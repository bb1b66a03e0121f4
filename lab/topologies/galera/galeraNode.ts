import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';
import type { Place } from '../../../servers/embeddedServer.ts';
import { mariadb } from '../../../servers/mariadb.ts';
import { programEnvironment, programLine } from '../../../servers/programs/program.ts';
import type { Command } from '../../../servers/system/launch.ts';
import { ManagedProcess } from '../../../servers/system/managedProcess.ts';
import { until } from '../../../test/support/until.ts';
import type { GaleraPrograms } from './galeraPrograms.ts';

/** A node's name, its place, and the ports at which the other nodes reach it. */
export interface NodePlace {
  readonly name: string;
  readonly place: Place;
  readonly groupPort: number;
  readonly sstPort: number;
  readonly istPort: number;
}

/** Options that all nodes of a cluster share. */
export interface NodeOptions {
  readonly programs: GaleraPrograms;
  readonly nodes: readonly NodePlace[];
  /** Password of the users that the tables of each node have: `counterfoil`, and `admin`, who may do everything. */
  readonly password: string;
}

/** Milliseconds that a node has to start and to get what it lacks. */
const startMs = 60_000;

/** Milliseconds that the search for its position has to end after it has found it. */
const recoveryEndMs = 3_000;

/** Bytes of memory of a node: without a limit, one that was asked to end has taken all that the machine has. */
const bounded = ['prlimit', `--data=${4 * 1024 ** 3}`];

/** A MariaDB server of a cluster, with the settings of `deploy/galera/node.cnf`. */
export class GaleraNode {
  readonly name: string;
  readonly port: number;
  readonly #own: NodePlace;
  readonly #options: NodeOptions;
  readonly #process: ManagedProcess;
  #startOptions: readonly string[] = [];

  constructor(own: NodePlace, options: NodeOptions) {
    const { folder, logFile, guard } = own.place;
    this.name = own.name;
    this.port = own.place.port;
    this.#own = own;
    this.#options = options;
    this.#process = new ManagedProcess({
      name: own.name,
      link: { kind: 'guard', guard, folder },
      logFile,
      startMs,
      command: () => this.#command(this.#startOptions),
      probe: () => this.#requireSynced(),
    });
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  /** Makes a cluster of its own, which others can join. */
  startCluster(): Promise<void> {
    return this.#start(['--wsrep-new-cluster']);
  }

  /** Joins the cluster, with what its tables have; resolves when it has all that the others have. */
  async start(): Promise<void> {
    const { position, wasKilled } = await this.#searchPosition();
    const options = [`--wsrep-start-position=${position}`];
    try {
      await this.#start(options);
    } catch (error) {
      if (!wasKilled) throw error;
      // The search has left a transaction log with which the node does not start.
      await rm(path.join(this.#own.place.folder, 'tc.log'), { force: true });
      await this.#start(options);
    }
  }

  /** Asks it to end, as an operator does. */
  stop(): Promise<void> {
    return this.#process.stop();
  }

  /** Kills the process with SIGKILL. Resolves when it is gone. */
  async kill(): Promise<void> {
    this.#process.signal('SIGKILL');
    await until(() => this.pid === undefined);
  }

  signal(signal: NodeJS.Signals): void {
    this.#process.signal(signal);
  }

  /** Runs a statement as its administrator. */
  async query(sql: string): Promise<readonly RowDataPacket[]> {
    const connection = await this.connect();
    try {
      const [rows] = await connection.query<RowDataPacket[]>(sql);
      return rows;
    } finally {
      connection.destroy();
    }
  }

  /** A connection of its administrator. */
  connect(): Promise<Connection> {
    const { password } = this.#options;
    const server = { host: '127.0.0.1', port: this.port, connectTimeout: 2_000 };
    return createConnection({ ...server, user: 'admin', password });
  }

  async #start(startOptions: readonly string[]): Promise<void> {
    this.#startOptions = startOptions;
    await writeFile(this.#settingsFile, await this.#settings());
    await this.#process.start();
  }

  async #requireSynced(): Promise<void> {
    const [row] = await this.query(`SHOW STATUS LIKE 'wsrep_local_state_comment'`);
    if (row?.Value !== 'Synced') throw new Error(`${this.name} is ${row?.Value}`);
  }

  get #settingsFile(): string {
    return `${this.#own.place.folder}.cnf`;
  }

  /** The example with the addresses of this test. */
  async #settings(): Promise<string> {
    const { groupPort, istPort, sstPort } = this.#own;
    const group = this.#options.nodes.map((node) => `127.0.0.1:${node.groupPort}`).join(',');
    const ports = [
      `base_host=127.0.0.1;base_port=${groupPort}`,
      `gmcast.listen_addr=tcp://127.0.0.1:${groupPort}`,
      `ist.recv_addr=127.0.0.1:${istPort}`,
    ].join(';');
    const donor = this.name === 'node3' ? 'node2' : 'node3';
    return (await readFile('deploy/galera/node.cnf', 'utf8'))
      .replace('/usr/lib/galera/libgalera_smm.so', this.#options.programs.provider)
      .replace('gcomm://10.0.0.1,10.0.0.2,10.0.0.3', `gcomm://${group}`)
      .replace('= node1', `= ${this.name}`)
      .replace('= 10.0.0.1', `= 127.0.0.1:${groupPort}`)
      .replace('= node3,', `= ${donor},`)
      .replace('gcache.size=512M', 'gcache.size=128M')
      .replace('_options = "', `_options = "${ports};`)
      .concat(`wsrep_sst_receive_address = 127.0.0.1:${sstPort}\n`);
  }

  #command(options: readonly string[]): Command {
    const { programs } = this.#options;
    const { place } = this.#own;
    // The users of a cluster are part of the data: no node may make them again when it starts.
    const others = mariadb
      .serverArguments(programs.mariadb, place, '')
      .filter((option) => !/^--(?:no-defaults|init-file=|skip-log-bin)/.test(option));
    const environment = programEnvironment(programs.mariadb);
    const PATH = [...programs.commandFolders, environment.PATH].join(':');
    return {
      line: [
        ...bounded,
        ...programLine(programs.mariadb, [`--defaults-file=${this.#settingsFile}`, ...others, ...options]),
      ],
      environment: { ...environment, PATH, LC_ALL: 'C' },
      systemUser: place.systemUser,
    };
  }

  /** Finds the position of its tables, as MariaDB's scripts do before each start: a killed server did not note it. */
  async #searchPosition(): Promise<{ readonly position: string; readonly wasKilled: boolean }> {
    await writeFile(this.#settingsFile, await this.#settings());
    const { folder, guard } = this.#own.place;
    const log = path.join(folder, 'recover.log');
    await rm(log, { force: true });
    const found = async () =>
      /Recovered position: *(\S+:-?\d+)/.exec(await readFile(log, 'utf8').catch(() => ''))?.[1];
    const recovery = new ManagedProcess({
      name: `recovery of ${this.name}`,
      link: { kind: 'guard', guard, folder },
      command: () => this.#command(['--wsrep-recover', `--log-error=${log}`]),
      probe: async () => {
        if ((await found()) === undefined) throw new Error('nothing found yet');
      },
    });
    // It may have ended before anybody looked. Sometimes it does not end by itself, and takes ever more memory; killed too
    // early, it may leave a transaction log (tc.log) with which the node does not start.
    await recovery.start().catch(() => {});
    const endsBy = performance.now() + recoveryEndMs;
    await until(() => recovery.pid === undefined || performance.now() > endsBy);
    const wasKilled = recovery.pid !== undefined;
    await recovery.stop(0);
    const position = await found();
    if (position === undefined) throw new Error(`${this.name} does not know its position: see ${log}`);
    return { position, wasKilled };
  }
}
