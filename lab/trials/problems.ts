import { Redis } from 'ioredis';
import type { ManagedProcess } from '../../servers/system/managedProcess.ts';
import { bottleneckCases } from '../diagnosis/bottleneckCases.ts';
import type { DiagnosisCluster } from '../diagnosis/diagnosisCluster.ts';
import { createsOfAll, ofAll } from '../diagnosis/requests.ts';

const seeded = (name: string) => {
  const found = bottleneckCases.find((each) => each.name === name);
  if (!found) throw new Error(`no bottleneck ${name}`);
  return found;
};

const flood = seeded('one flooding account');
const pool = seeded('connections (pool)');
const commits = seeded("database's commits");

const mixed = (cluster: DiagnosisCluster) => [
  ...createsOfAll(cluster),
  ...ofAll(cluster, 'customer.create', () => ({ bill_company: 'Muster GmbH' })),
  ...ofAll(cluster, 'article.exists', () => ({ article_ident: 'art_none' })),
];

/** Problems by their numbers, which say nothing to whoever looks for them. */
export const problems: readonly Problem[] = [
  {
    answer: 'a full Redis: it refuses commands since maxmemory is reached',
    connections: 16,
    rate: 100,
    requests: mixed,
    cause: async ({ redis }) => {
      const client = new Redis(redis.server.url);
      await client.config('SET', 'maxmemory', '1');
      client.disconnect();
    },
  },
  {
    answer: 'a too small pool: DATABASE_POOL is 2, and the database is 8 ms away',
    ...(pool.settings && { settings: pool.settings }),
    connections: pool.connections,
    requests: pool.requests as Problem['requests'],
    cause: async (cluster) => pool.harm?.(cluster),
  },
  {
    answer: 'a frozen worker: one of two workers of article is stopped with SIGSTOP',
    connections: 16,
    rate: 100,
    requests: mixed,
    cause: async (_cluster, roles) => {
      const worker = roles.find(({ name }) => name === 'worker article customer');
      process.kill(worker?.pid as number, 'SIGSTOP');
      // The operator may have killed it, as the document says.
      return () => worker?.pid && process.kill(worker.pid, 'SIGCONT');
    },
  },
  {
    answer: 'a slow disk: each commit takes 150 ms longer',
    connections: 16,
    rate: 200,
    requests: createsOfAll,
    cause: async (cluster) => commits.harm?.(cluster),
  },
  {
    answer:
      'a flooding account: one of five accounts sends nineteen of twenty requests, and the database is 40 ms away',
    ...(flood.settings && { settings: flood.settings }),
    connections: flood.connections,
    rate: 800,
    requests: flood.requests as Problem['requests'],
    cause: async ({ proxy }) => {
      proxy.answerDelayMs = 40;
    },
  },
];

/** Something that goes wrong in a running service, for an operator to find. */
interface Problem {
  /** The cause: shown at the end. */
  readonly answer: string;
  readonly settings?: Readonly<Record<string, string>>;
  readonly requests: (cluster: DiagnosisCluster) => readonly Buffer[];
  readonly connections: number;
  /** Requests a second; as many as the connections can send, when it is not given. */
  readonly rate?: number;
  /** Causes it. Resolves to what ends it, if it does not end with the servers. */
  readonly cause?: (
    cluster: DiagnosisCluster,
    roles: readonly ManagedProcess[],
  ) => Promise<(() => unknown) | void>;
}
