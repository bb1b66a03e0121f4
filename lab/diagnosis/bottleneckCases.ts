import { execFileSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type { Bottleneck } from '../../observe/diagnosis/diagnosis.ts';
import { signedRequest } from '../../test/support/rawRequest.ts';
import type { DiagnosisCluster, Tenant } from './diagnosisCluster.ts';
import { creates, createsOfAll, ofAll, storedArticles } from './requests.ts';

/** Makes one part of the service the bottleneck. */
export interface BottleneckCase {
  readonly name: string;
  /** Expected diagnosis. */
  readonly bottleneck: Bottleneck;
  /** Queue or account that the diagnosis must name, if any. */
  readonly of?: (cluster: DiagnosisCluster) => string;
  readonly workers: readonly string[];
  /** Module that Node loads before the workers. */
  readonly preload?: string;
  readonly settings?: Readonly<Record<string, string>>;
  readonly connections: number;
  /** Requests that the connections send in turn, once the roles run. */
  readonly requests: (cluster: DiagnosisCluster) => Promise<readonly Buffer[]> | readonly Buffer[];
  /** Makes the part the bottleneck; resolves to the function that undoes it. */
  readonly harm?: (cluster: DiagnosisCluster) => Promise<() => Promise<unknown>>;
}

const firstTenant = ({ tenants }: DiagnosisCluster) => tenants[0] as Tenant;

/** Answers with many records are made by the worker, here with more work; the gateway passes them on as they are. */
const articleWorkers: BottleneckCase = {
  name: 'article workers',
  bottleneck: 'workers',
  of: () => 'article',
  workers: ['worker article'],
  preload: './lab/diagnosis/slowAnswers.cjs',
  connections: 48,
  requests: async (cluster) => {
    const values = await storedArticles(cluster);
    return ofAll(cluster, 'article.find', () => ({ by: 'article_nr', values }));
  },
};

/** A worker answers many look-ups with one statement; each request costs the gateway its HTTP and signature. */
const gatewayProcessor: BottleneckCase = {
  name: "gateway's processor",
  bottleneck: 'gateways',
  workers: ['worker article'],
  connections: 128,
  requests: (cluster) => ofAll(cluster, 'article.exists', (at) => ({ article_ident: `art_${at}` })),
};

/** Other programs' queries use the only processor that the database has. */
const databaseProcessor: BottleneckCase = {
  name: "database's processor",
  bottleneck: 'database',
  workers: ['worker article'],
  connections: 48,
  requests: createsOfAll,
  harm: async ({ database, pool }) => {
    const burners = 16;
    pin(database.server.pid, '0');
    const end = new AbortController();
    const burn = async () => {
      while (!end.signal.aborted) await pool.raw("SELECT BENCHMARK(2000000, SHA2('tea', 256))");
    };
    const burning = Promise.all(Array.from({ length: burners }, burn));
    return async () => {
      end.abort();
      await burning;
      pin(database.server.pid, `0-${processors - 1}`);
    };
  },
};

/** Each commit waits for others that do not come, as it would for a slow disk. */
const databaseCommits: BottleneckCase = {
  name: "database's commits",
  bottleneck: 'commits',
  workers: ['worker article'],
  connections: 48,
  requests: createsOfAll,
  harm: async ({ pool }) => {
    const set = (count: number, microseconds: number) =>
      pool.raw('SET GLOBAL binlog_commit_wait_count = ?, GLOBAL binlog_commit_wait_usec = ?', [
        count,
        microseconds,
      ]);
    await set(1_000, 150_000);
    return () => set(0, 100_000);
  },
};

/** Another program holds the row of the account's numbers most of the time. */
const numberSequence: BottleneckCase = {
  name: 'number sequence',
  bottleneck: 'numberSequence',
  of: (cluster) => firstTenant(cluster).account,
  workers: ['worker article', 'worker article'],
  connections: 48,
  requests: (cluster) => [...creates(cluster, firstTenant(cluster)), ...createsOfAll(cluster).slice(0, 10)],
  harm: async (cluster) => {
    const holdMs = 300;
    const { account } = firstTenant(cluster);
    const end = new AbortController();
    const hold = async () => {
      while (!end.signal.aborted) {
        const ofAccount = cluster.pool('accounts').select('id').where({ account_ident: account });
        await cluster.pool
          .transaction(async (transaction) => {
            await transaction('number_sequences').where('account_id', ofAccount).forUpdate();
            await delay(holdMs);
          })
          .catch(() => {}); // the lock was not free within its time-out
      }
    };
    const holding = hold();
    return () => {
      end.abort();
      return holding;
    };
  },
};

/** The database is some milliseconds away, and each lane has one connection for all operations. */
const poolOfConnections: BottleneckCase = {
  name: 'connections (pool)',
  bottleneck: 'pool',
  workers: ['worker article customer'],
  settings: { DATABASE_POOL: '2' },
  connections: 96,
  requests: (cluster) => {
    const { port, tenants } = cluster;
    const kinds: readonly (readonly [string, object])[] = [
      ['article.create', { article_title: 'Tea', article_nr: '' }],
      ['article.exists', { article_ident: 'art_none' }],
      ['article.read', { article_ident: 'art_none' }],
      ['article.find', { by: 'article_nr', values: ['none'] }],
      ['article.delete', { article_ident: 'art_none' }],
      ['customer.exists', { customer_ident: 'cus_none' }],
      ['customer.read', { customer_ident: 'cus_none' }],
      ['customer.delete', { customer_ident: 'cus_none' }],
    ];
    return tenants.flatMap((tenant) =>
      kinds.map(([method, data]) => signedRequest(port, tenant, method, data)),
    );
  },
  harm: async ({ proxy }) => {
    proxy.answerDelayMs = 8;
    return async () => {
      proxy.answerDelayMs = 0;
    };
  },
};

/** Another program runs long scripts on the same Redis. */
const redisProcessor: BottleneckCase = {
  name: 'Redis',
  bottleneck: 'redis',
  workers: ['worker article'],
  connections: 48,
  requests: createsOfAll,
  harm: async ({ redis }) => {
    const script = 'local sum = 0 for i = 1, 1000000 do sum = sum + i end return sum';
    const clients = [1, 2].map(() => new Redis(redis.server.url));
    const end = new AbortController();
    const running = clients.map(async (client) => {
      while (!end.signal.aborted) await client.eval(script, 0);
      client.disconnect();
    });
    return () => {
      end.abort();
      return Promise.all(running);
    };
  },
};

/** One account sends nineteen of twenty requests, more than the service can answer. */
const floodingAccount: BottleneckCase = {
  name: 'one flooding account',
  bottleneck: 'account',
  of: (cluster) => firstTenant(cluster).account,
  workers: ['worker article'],
  settings: { MAX_CALLS: '64' },
  connections: 160,
  requests: (cluster) => [...creates(cluster, firstTenant(cluster)), ...createsOfAll(cluster).slice(1, 3)],
};

/** Has one case for each part that the diagnosis may name. */
export const bottleneckCases: readonly BottleneckCase[] = [
  articleWorkers,
  gatewayProcessor,
  databaseProcessor,
  databaseCommits,
  numberSequence,
  poolOfConnections,
  redisProcessor,
  floodingAccount,
];

const processors = Number(execFileSync('nproc', { encoding: 'utf8' }));

function pin(pid: number | undefined, list: string): void {
  execFileSync('taskset', ['-acp', list, `${pid}`], { stdio: 'ignore' });
}
