import { randomBytes } from 'node:crypto';
import { chmod, cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { accountsSql, makeDatabaseFolder } from '../../../servers/databaseServer.ts';
import type { Place } from '../../../servers/embeddedServer.ts';
import { mysql } from '../../../servers/mysql.ts';
import { findPrograms } from '../../../servers/programs/findPrograms.ts';
import type { Binary } from '../../../servers/programs/program.ts';
import { availableGuard } from '../../../servers/system/guard.ts';
import { commandFolders, run } from '../../../servers/system/run.ts';
import { serverUser } from '../../../servers/systemUser.ts';
import { freePort } from '../../../test/support/ports.ts';
import { binariesFolder } from '../../../test/support/servers.ts';
import { galeraPrograms } from '../galera/galeraPrograms.ts';
import { WriterProxy } from '../writerProxy.ts';
import { MysqlNode } from './mysqlNode.ts';

/** Statements that make a replica the primary. Whatever replicas need for that, the other servers have too. */
const promotion = [
  'STOP REPLICA',
  'RESET REPLICA ALL',
  'SET GLOBAL rpl_semi_sync_source_enabled = ON',
  'SET GLOBAL super_read_only = OFF',
  'SET GLOBAL read_only = OFF',
];

/** Three MySQL servers, two of which replicate from the first semi-synchronously, and the proxy that leads to that. */
export class SemiSyncServers {
  /** Servers, the primary first. */
  nodes: readonly [MysqlNode, MysqlNode, MysqlNode];
  readonly proxy: WriterProxy;
  readonly #program: Binary;
  readonly #folder: string;
  readonly #password: string;

  private constructor(
    { program, folder, password }: { program: Binary; folder: string; password: string },
    nodes: SemiSyncServers['nodes'],
    proxy: WriterProxy,
  ) {
    this.#program = program;
    this.#folder = folder;
    this.#password = password;
    this.nodes = nodes;
    this.proxy = proxy;
  }

  /** Starts them with the same users, and one primary. */
  static async start(): Promise<SemiSyncServers> {
    const progress = (line: string) => process.stderr.write(`${line}\n`);
    const search = { binariesFolder, commandFolders: commandFolders(), progress };
    const program = (await findPrograms(['MySQL'], search)).MySQL as Binary;
    const { haproxy } = await galeraPrograms();
    const folder = await mkdtemp(path.join(tmpdir(), 'counterfoil-semi-sync-'));
    await chmod(folder, 0o755);
    const password = randomBytes(18).toString('base64url');
    const places = await placesIn(folder, program);
    const node = (index: number) => new MysqlNode(program, places[index] as Place, index + 1, { password });
    const nodes = [node(0), node(1), node(2)] as const;
    const example = 'deploy/semi-synchronous/haproxy.cfg';
    const proxy = new WriterProxy({ haproxy, place: places[3] as Place, example }, nodes);
    const servers = new SemiSyncServers({ program, folder, password }, nodes, proxy);
    await servers.#startAll();
    return servers;
  }

  /** The database, by way of the proxy. */
  get url(): string {
    return `mysql://counterfoil:${this.#password}@127.0.0.1:${this.proxy.port}/counterfoil`;
  }

  /**
   * Makes the replica the primary that has received more, after it has applied all that. The former primary must be gone: one that
   * comes back would take writes.
   */
  async failOver(): Promise<void> {
    const [former, one, two] = this.nodes;
    const [ofOne, ofTwo] = [await receivedBy(one), await receivedBy(two)];
    const [row] = await one.query(`SELECT GTID_SUBSET('${ofTwo}', '${ofOne}') AS isLess`);
    const [next, other] = row?.isLess === 1 ? [one, two] : [two, one];
    await next.query(`SELECT WAIT_FOR_EXECUTED_GTID_SET('${row?.isLess === 1 ? ofOne : ofTwo}', 20)`);
    await next.query(...promotion.slice(0, 3));
    await other.follow(next);
    await next.query(...promotion.slice(3));
    this.nodes = [next, other, former];
  }

  /** Gives the last node a copy of the second one's data: its log may have transactions that no other server has. */
  async rebuild(): Promise<void> {
    const [primary, donor, node] = this.nodes;
    await rm(node.place.folder, { recursive: true });
    await this.#makeData(node);
    await node.start();
    await node.query(`SET GLOBAL clone_valid_donor_list = '127.0.0.1:${donor.port}'`);
    // It ends to start again, which nobody does for it.
    const donorUser = `admin@'127.0.0.1':${donor.port} IDENTIFIED BY '${this.#password}'`;
    await node.query(`CLONE INSTANCE FROM ${donorUser}`).catch(() => {});
    await node.ended();
    node.initFile = '';
    await node.start();
    await node.follow(primary);
  }

  async stop(): Promise<void> {
    await this.proxy.stop();
    for (const node of this.nodes) await node.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #startAll(): Promise<void> {
    const [primary, ...replicas] = this.nodes;
    await this.#makeData(primary);
    await primary.start();
    await primary.stop();
    primary.initFile = '';
    for (const { place } of replicas) await copyData(primary.place, place);
    await Promise.all(this.nodes.map((node) => node.start()));
    for (const replica of replicas) await replica.follow(primary);
    await primary.query(...promotion.slice(2));
    await this.proxy.start();
  }

  /** Creates tables of its own, and the users at the next start. */
  async #makeData(node: MysqlNode): Promise<void> {
    const { place } = node;
    await makeDatabaseFolder(
      place,
      (temporary) => mysql.bootstrap(this.#program, temporary),
      AbortSignal.timeout(60_000),
    );
    const sql = [
      accountsSql('MySQL', this.#program, this.#password),
      `CREATE USER IF NOT EXISTS admin@'127.0.0.1' IDENTIFIED BY '${this.#password}';`,
      `GRANT ALL ON *.* TO admin@'127.0.0.1' WITH GRANT OPTION;`,
      `CREATE USER IF NOT EXISTS haproxy@'127.0.0.1';`,
      '',
    ].join('\n');
    node.initFile = `${place.folder}.sql`;
    await writeFile(node.initFile, sql);
  }
}

/** All transactions that a replica has received, after it has stopped to receive more. */
async function receivedBy(node: MysqlNode): Promise<string> {
  const [row] = await node.query('STOP REPLICA IO_THREAD', 'SHOW REPLICA STATUS');
  const sets = [row?.Executed_Gtid_Set, row?.Retrieved_Gtid_Set].filter((set) => set !== '');
  return sets.join(',').replaceAll('\n', '');
}

/** Makes the places of three servers and of the proxy. */
async function placesIn(folder: string, { file }: Binary): Promise<readonly Place[]> {
  const systemUser = await serverUser(folder, [file]);
  const guard = await availableGuard();
  const names = ['server1', 'server2', 'server3', 'haproxy'];
  return Promise.all(
    names.map(async (name) => ({
      folder: path.join(folder, name),
      logFile: path.join(folder, `${name}.log`),
      port: await freePort(),
      systemUser,
      guard,
    })),
  );
}

/** Copies all but the identity of the server, of which each draws its own. */
async function copyData({ folder: from }: Place, { folder, systemUser }: Place): Promise<void> {
  await cp(from, folder, { recursive: true, filter: (file) => !file.endsWith('auto.cnf') });
  await run('chown', ['-R', `${systemUser.uid}:${systemUser.gid}`, folder]);
}
