import { randomBytes } from 'node:crypto';
import { chmod, cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { accountsSql, makeDatabaseFolder } from '../../../servers/databaseServer.ts';
import type { Place } from '../../../servers/embeddedServer.ts';
import { mariadb } from '../../../servers/mariadb.ts';
import { availableGuard } from '../../../servers/system/guard.ts';
import { run } from '../../../servers/system/run.ts';
import { serverUser } from '../../../servers/systemUser.ts';
import { freePort } from '../../../test/support/ports.ts';
import { WriterProxy } from '../writerProxy.ts';
import { GaleraNode, type NodePlace } from './galeraNode.ts';
import { type GaleraPrograms, galeraPrograms } from './galeraPrograms.ts';

const nodeNames = ['node1', 'node2', 'node3'];

/** Three nodes of a Galera cluster, and the proxy that leads to one of them. */
export class GaleraServers {
  readonly nodes: readonly GaleraNode[];
  readonly proxy: WriterProxy;
  readonly #folder: string;
  readonly #password: string;

  private constructor(nodes: readonly GaleraNode[], proxy: WriterProxy, folder: string, password: string) {
    this.nodes = nodes;
    this.proxy = proxy;
    this.#folder = folder;
    this.#password = password;
  }

  /** Starts them with empty tables; resolves when all nodes have joined, and the proxy leads to the first one. */
  static async start(): Promise<GaleraServers> {
    const programs = await galeraPrograms();
    const folder = await mkdtemp(path.join(tmpdir(), 'counterfoil-galera-'));
    // Root's servers run as nobody, who must be able to reach it.
    await chmod(folder, 0o755);
    const password = randomBytes(18).toString('base64url');
    const placeOf = await places(folder, programs);
    const nodePlaces = await Promise.all(nodeNames.map(placeOf));
    const nodes = nodePlaces.map((own) => new GaleraNode(own, { programs, nodes: nodePlaces, password }));
    const [first, ...others] = nodes as [GaleraNode, ...GaleraNode[]];
    const [ofFirst, ...ofOthers] = nodePlaces.map(({ place }) => place) as [Place, ...Place[]];
    await makeData(programs, ofFirst, password);
    // The others get copies of the first one's data, with its position in the history of the cluster.
    await first.startCluster();
    await first.stop();
    for (const place of ofOthers) await copyData(ofFirst, place);
    const proxy = new WriterProxy(
      {
        haproxy: programs.haproxy,
        place: (await placeOf('haproxy')).place,
        example: 'deploy/galera/haproxy.cfg',
      },
      nodes,
    );
    const servers = new GaleraServers(nodes, proxy, folder, password);
    try {
      await first.startCluster();
      await Promise.all(others.map((node) => node.start()));
      await proxy.start();
    } catch (error) {
      await servers.stop();
      throw error;
    }
    return servers;
  }

  /** The database, by way of the proxy. */
  get url(): string {
    return this.urlAt(this.proxy.port);
  }

  /** The database at a node, or at the proxy. */
  urlAt(port: number): string {
    return `mysql://counterfoil:${this.#password}@127.0.0.1:${port}/counterfoil`;
  }

  /** The node that the proxy leads to, if it answers. */
  async writer(): Promise<GaleraNode | undefined> {
    const connection = await createConnection({ uri: this.url, connectTimeout: 1_000 }).catch(
      () => undefined,
    );
    try {
      const [rows] = (await connection?.query<RowDataPacket[]>('SELECT @@wsrep_node_name AS name')) ?? [];
      return this.nodes.find(({ name }) => name === rows?.[0]?.name);
    } catch {
      return undefined;
    } finally {
      connection?.destroy();
    }
  }

  async stop(): Promise<void> {
    await this.proxy.stop();
    // One after the other: the last one knows that it was the last.
    for (const node of this.nodes.toReversed()) await node.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

async function places(folder: string, { mariadb: { file } }: GaleraPrograms) {
  const systemUser = await serverUser(folder, [file]);
  const guard = await availableGuard();
  return async (name: string): Promise<NodePlace> => {
    const place: Place = {
      folder: path.join(folder, name),
      logFile: path.join(folder, `${name}.log`),
      port: await freePort(),
      systemUser,
      guard,
    };
    return {
      name,
      place,
      groupPort: await freePort(),
      sstPort: await freePort(),
      istPort: await freePort(),
    };
  };
}

/** Creates the tables and users of a first node. */
async function makeData(programs: GaleraPrograms, place: Place, password: string): Promise<void> {
  const users = (await readFile('deploy/galera/users.sql', 'utf8')).replace('10.0.0.%', '127.0.0.1');
  const sql = [
    accountsSql('MariaDB', programs.mariadb, password),
    `GRANT ALL ON *.* TO admin@'127.0.0.1' IDENTIFIED BY '${password}';`,
    users.replace(/^--.*\n/gm, ''),
  ].join('\n');
  const bootstrap = async (temporary: Place) => {
    const { command, input } = await mariadb.bootstrap(programs.mariadb, temporary);
    return { command, input: `${input}\n${sql}` };
  };
  await makeDatabaseFolder(place, bootstrap, AbortSignal.timeout(60_000));
}

/** Copies all but the write sets that the first node keeps for others. */
async function copyData({ folder: from }: Place, { folder, systemUser }: Place): Promise<void> {
  await cp(from, folder, { recursive: true, filter: (file) => !file.endsWith('galera.cache') });
  await run('chown', ['-R', `${systemUser.uid}:${systemUser.gid}`, folder]);
}
