import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Flood, type FloodPlan, hiddenLength } from '../../test/support/flood.ts';
import { freePort } from '../../test/support/ports.ts';
import { residentBytesOf } from '../../test/support/processResources.ts';
import { signedRequest } from '../../test/support/rawRequest.ts';
import type { Role } from '../../test/support/role.ts';
import { startRole } from '../../test/support/roleProcess.ts';
import type { Harm } from '../faults/fault.ts';
import { FaultClient } from '../faults/faultClient.ts';
import { faultSecretKey } from '../faults/faultCluster.ts';
import { type Attack, type Ground, type LoadedAttack, sharedCluster, underLoad } from './attack.ts';
import { newVictim } from './target.ts';

/** A limit of memory that the kernel keeps: it kills a process that wants more. */
interface MemoryLimit {
  /** Words before a command that shall be limited. */
  readonly prefix: readonly string[];
  /** Removes the control group; the processes must have ended. */
  remove(): void;
}

/**
 * Creates a control group below that of this process, whose own limits stay. Returns `undefined` where this
 * user may not limit memory.
 */
function limitMemory(bytes: number): MemoryLimit | undefined {
  try {
    const group = path.join(ownGroup(), `counterfoil-${process.pid}`);
    mkdirSync(group);
    writeFileSync(
      path.join(group, group.startsWith(version1) ? 'memory.limit_in_bytes' : 'memory.max'),
      `${bytes}`,
    );
    const join = `echo $$ > ${path.join(group, 'cgroup.procs')} && exec "$@"`;
    return { prefix: ['sh', '-c', join, 'sh'], remove: () => rmdirSync(group) };
  } catch {
    return undefined;
  }
}

const version1 = '/sys/fs/cgroup/memory';

/** Version 1 has a hierarchy for memory alone. */
function ownGroup(): string {
  const lines = readFileSync('/proc/self/cgroup', 'utf8').trimEnd().split('\n');
  const folderOf = (controllers: string) =>
    lines.find((line) => line.split(':')[1] === controllers)?.split(':')[2];
  const first = folderOf('memory');
  return first === undefined ? path.join('/sys/fs/cgroup', folderOf('') ?? '') : path.join(version1, first);
}

const mebibyte = 1_048_576;
/** Memory limit of a gateway in docker-compose.yml. */
const limitBytes = 1_024 * mebibyte;
const senders = 1_000;

/** Milliseconds that a flood lasts. */
const floodMs = 10_000;

/** A gateway of its own, which the kernel kills if it wants more memory. */
async function hideLength(ground: Ground): Promise<string> {
  const cluster = await sharedCluster(ground);
  const limit = limitMemory(limitBytes);
  const port = await freePort();
  const env = {
    REDIS_URL: cluster.redis.server.url,
    COUNTERFOIL_SECRET_KEY: faultSecretKey.toString('base64'),
    PORT: `${port}`,
    LOG_LEVEL: 'silent',
    DRAIN_MS: '0',
  };
  const gateway = await startRole('gateway', { env, ...(limit && { prefix: limit.prefix }) });
  try {
    const peak = await peakDuring(gateway.pid as number, async () => {
      for (const framing of ['Content-Length', 'Transfer-Encoding'] as const)
        await flood({ port, connections: senders, ...hiddenLength(framing) });
    });
    if (!gateway.isReady) throw new Error('the gateway was killed');
    if (peak > limitBytes) throw new Error(`it took ${Math.round(peak / mebibyte)} MiB`);
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`);
    if (ready.status !== 200) throw new Error(`/readyz answers ${ready.status}`);
    return `it took at most ${Math.round(peak / mebibyte)} MiB ${limit ? 'of 1,024 (cgroup)' : '(not limited: this user may not)'}`;
  } finally {
    await gateway.stop();
    limit?.remove();
  }
}

/** Sends for a while; resolves to how many connections were opened. */
async function flood(plan: FloodPlan): Promise<number> {
  const sending = await Flood.start(plan);
  await delay(floodMs);
  const { opened } = sending.progress;
  await sending.end();
  return opened;
}

async function peakDuring(pid: number, work: () => Promise<void>): Promise<number> {
  let peak = 0;
  const looking = setInterval(() => {
    peak = Math.max(peak, sizeOf(pid));
  }, 50);
  await work();
  clearInterval(looking);
  return peak;
}

/** Returns 0 when the process is gone. */
function sizeOf(pid: number): number {
  try {
    return residentBytesOf(pid);
  } catch {
    return 0;
  }
}

const readers = 2_000;
const maxGrowthMebibytes = 200;
/** Bytes of requests that each of them sends: about five requests, each for a page of all articles. */
const sentBytes = 2_000;
const articles = 200;

const noReaders: LoadedAttack = {
  name: '2,000 clients that read nothing',
  done: '2,000 connections of one account send signed requests for five pages of 200 articles each, and read no answer, for 10 s',
  holds: `other accounts are answered, or rejected with 503; a gateway's memory grows by at most ${maxGrowthMebibytes} MiB`,
  mayFailWith: [503],
  harm: async ({ cluster }: Harm) => {
    const port = cluster.ports[0] as number;
    const gateway = cluster.gateways[0] as Role;
    const { appId: app_id, apiSecret: api_secret } = await newVictim(cluster.target, 'reads nothing');
    const app = { app_id, api_secret };
    await fill(new FaultClient(cluster.balancer, app));
    const body = signedRequest(port, app, 'article.list', { limit: articles }).toString('latin1');
    const before = residentBytesOf(gateway.pid);
    let opened = 0;
    const peak = await peakDuring(gateway.pid, async () => {
      opened = await flood({
        port,
        connections: readers,
        head: '',
        body,
        bodyBytes: sentBytes,
        reads: false,
      });
    });
    const growth = Math.round((peak - before) / mebibyte);
    if (growth > maxGrowthMebibytes) throw new Error(`a gateway's memory grew by ${growth} MiB`);
    return `${opened.toLocaleString('en')} connections, memory +${growth} MiB`;
  },
};

async function fill(client: FaultClient): Promise<void> {
  const article = { article_title: 'never read', article_description: 'x'.repeat(200) };
  await client.batch(
    'article.create',
    Array.from({ length: articles }, () => article),
  );
  await client.close();
}

/** Senders and readers that want a gateway to keep much in memory. */
export const memoryAttacks: readonly Attack[] = [
  {
    name: '1,000 senders that hide the length of a body',
    done: '1,000 connections send `Content-Length`, then `Transfer-Encoding`, behind 1,000 other headers, and 7 MiB each, to a gateway with 1 GiB of memory',
    holds: 'the gateway does not end, and is ready afterwards',
    run: hideLength,
  },
  underLoad(noReaders),
];
