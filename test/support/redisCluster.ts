import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Redis } from 'ioredis';
import { findPrograms } from '../../servers/programs/findPrograms.ts';
import { type Binary, programEnvironment, programLine } from '../../servers/programs/program.ts';
import { commandFolders } from '../../servers/system/run.ts';
import { slotOf } from '../../shared/runtime/redis/client.ts';
import { type ClusterNode, type ClusterTls, password, prepareNode } from './redisClusterNode.ts';
import { binariesFolder } from './servers.ts';
import { until } from './until.ts';

const masters = 3;
const slots = 16_384;

/** Three masters, each with a replica, which are started from nothing. */
export class RedisCluster {
  readonly nodes: readonly ClusterNode[];
  readonly #folder: string;

  private constructor(nodes: readonly ClusterNode[], folder: string) {
    this.nodes = nodes;
    this.#folder = folder;
  }

  /**
   * Resolves when every slot has a master, and every master a replica. With TLS, nodes use it among themselves and have a port
   * for clients that use it.
   */
  static async start(tls?: ClusterTls): Promise<RedisCluster> {
    const folder = await mkdtemp(path.join(tmpdir(), 'counterfoil-redis-cluster-'));
    const nodes: ClusterNode[] = [];
    for (let index = 0; index < 2 * masters; index += 1)
      nodes.push(await prepareNode(path.join(folder, `${index}`), tls));
    await Promise.all(nodes.map(({ server }) => server.start()));
    const cluster = new RedisCluster(nodes, folder);
    await cluster.#join();
    await cluster.settled();
    return cluster;
  }

  /** Address for the user of deploy/redis/users.acl, on the first nodes. */
  get url(): string {
    const places = this.nodes.slice(0, masters).map(({ port }) => `127.0.0.1:${port}`);
    return `redis+cluster://counterfoil:${password}@${places.join(',')}`;
  }

  /** Returns the address over TLS, with the file of the authority. */
  tlsUrl(authority: string): string {
    const places = this.nodes.slice(0, masters).map(({ tlsPort }) => `localhost:${tlsPort}`);
    const ca = encodeURIComponent(authority);
    return `rediss+cluster://counterfoil:${password}@${places.join(',')}?ssl-ca=${ca}`;
  }

  /** The master that has the slot of a tag, as most nodes see it. */
  async masterOf(tag: string): Promise<ClusterNode> {
    const answers = await Promise.allSettled(this.nodes.map(({ redis }) => portOf(redis, tag)));
    const ports = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    const votes = (port: number | undefined) => ports.filter((other) => other === port).length;
    return this.#nodeAt(ports.toSorted((one, other) => votes(other) - votes(one))[0]);
  }

  async otherMaster(than: ClusterNode): Promise<ClusterNode> {
    const ports = (await rangesOf(than.redis)).map(([, , [, port]]) => port);
    return this.#nodeAt(ports.find((port) => port !== than.port));
  }

  /** Moves the slot of a tag with its keys, by the commands that `redis-cli --cluster reshard` sends. */
  async moveSlot(tag: string, from: ClusterNode, to: ClusterNode): Promise<void> {
    const slot = slotOf(`{${tag}}`);
    const [source, target] = [await from.redis.cluster('MYID'), await to.redis.cluster('MYID')];
    await to.redis.cluster('SETSLOT', slot, 'IMPORTING', source);
    await from.redis.cluster('SETSLOT', slot, 'MIGRATING', target);
    for (;;) {
      const keys = await from.redis.cluster('GETKEYSINSLOT', slot, 100);
      if (keys.length === 0) break;
      await from.redis.call('MIGRATE', '127.0.0.1', to.port, '', 0, 5_000, 'AUTH', password, 'KEYS', ...keys);
    }
    await to.redis.cluster('SETSLOT', slot, 'NODE', target);
    await from.redis.cluster('SETSLOT', slot, 'NODE', target);
  }

  /** Counts the slots of a master. */
  async slotsOf(node: ClusterNode): Promise<number> {
    const its = (await rangesOf(node.redis)).filter(([, , [, port]]) => port === node.port);
    return its.reduce((sum, [first, last]) => sum + last - first + 1, 0);
  }

  /** Moves so many slots from one master to another with `redis-cli --cluster reshard`, as operators do. */
  async reshard(from: ClusterNode, to: ClusterNode, count: number): Promise<void> {
    const [source, target] = [await from.redis.cluster('MYID'), await to.redis.cluster('MYID')];
    await redisCli(
      '-a',
      password,
      '--no-auth-warning',
      '--cluster',
      'reshard',
      `127.0.0.1:${from.port}`,
      '--cluster-from',
      source,
      '--cluster-to',
      target,
      '--cluster-slots',
      `${count}`,
      '--cluster-yes',
    );
  }

  /** Resolves when every node sees six healthy ones, and every replica has what its master has. */
  async settled(): Promise<void> {
    for (const { redis } of this.nodes) await until(() => isSettled(redis));
  }

  async stop(): Promise<void> {
    for (const { redis } of this.nodes) redis.disconnect();
    await Promise.all(this.nodes.map(({ server }) => server.stop()));
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #join(): Promise<void> {
    const [first, ...others] = this.nodes.map(({ redis }) => redis) as [Redis, ...Redis[]];
    for (const [index, redis] of [first, ...others].entries())
      await redis.cluster('SET-CONFIG-EPOCH', index + 1);
    for (let index = 0; index < masters; index += 1) {
      const [from, to] = [index, index + 1].map((part) => Math.round((part * slots) / masters)) as [
        number,
        number,
      ];
      await this.#redisAt(index).cluster('ADDSLOTSRANGE', from, to - 1);
    }
    for (const { redis } of this.nodes.slice(1)) {
      const { port, bus } = await placeOf(redis);
      await first.cluster('MEET', '127.0.0.1', port, bus);
    }
    for (const { redis } of this.nodes) await until(async () => (await lines(redis)).length === 2 * masters);
    for (let index = masters; index < 2 * masters; index += 1) {
      const master = await this.#redisAt(index - masters).cluster('MYID');
      await until(
        async () =>
          (await this.#redisAt(index)
            .cluster('REPLICATE', master)
            .catch(() => '')) === 'OK',
      );
    }
  }

  #redisAt(index: number): Redis {
    return (this.nodes[index] as ClusterNode).redis;
  }

  #nodeAt(port: number | undefined): ClusterNode {
    const node = this.nodes.find((one) => one.port === port);
    if (!node) throw new Error(`no node of the cluster listens on port ${port}`);
    return node;
  }
}

type Range = readonly [from: number, to: number, master: readonly [host: string, port: number]];

async function rangesOf(redis: Redis): Promise<readonly Range[]> {
  return (await redis.cluster('SLOTS')) as unknown as Range[];
}

async function portOf(redis: Redis, tag: string): Promise<number | undefined> {
  const slot = slotOf(`{${tag}}`);
  return (await rangesOf(redis)).find(([from, to]) => from <= slot && slot <= to)?.[2][1];
}

async function lines(redis: Redis): Promise<readonly string[]> {
  return String(await redis.cluster('NODES'))
    .trim()
    .split('\n');
}

async function placeOf(redis: Redis): Promise<{ readonly port: number; readonly bus: number }> {
  const own = (await lines(redis)).find((line) => line.includes('myself')) ?? '';
  const [, port, bus] = /:(\d+)@(\d+)/.exec(own) ?? [];
  return { port: Number(port), bus: Number(bus) };
}

async function isSettled(redis: Redis): Promise<boolean> {
  const state = await redis.cluster('INFO').catch(() => '');
  if (!/cluster_state:ok/.test(state) || !/cluster_slots_ok:16384/.test(state)) return false;
  const known = await lines(redis);
  const isHealthy = known.every((line) => !/fail|handshake|noaddr|disconnected/.test(line));
  const replicas = known.filter((line) => line.includes('slave')).length;
  const replication = await redis.info('replication');
  const isCurrent = /role:master/.test(replication) || /master_link_status:up/.test(replication);
  return isHealthy && replicas === masters && isCurrent;
}

/** Runs the `redis-cli` that is beside the Redis of the tests. Rejects if it fails. */
async function redisCli(...words: readonly string[]): Promise<string> {
  const search = { binariesFolder, commandFolders: commandFolders(), progress: () => {} };
  const { Redis: server } = await findPrograms(['Redis'], search);
  if (server?.kind !== 'binary') throw new Error('redis-cli is run from a file only: install redis-tools');
  const client: Binary = { ...server, file: path.join(path.dirname(server.file), 'redis-cli') };
  const [program, ...line] = programLine(client, words);
  const { stdout } = await promisify(execFile)(program, line, { env: programEnvironment(client) });
  return stdout;
}
