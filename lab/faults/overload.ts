import { table } from '../../test/support/markdownTable.ts';
import { signedRequest } from '../../test/support/rawRequest.ts';
import { percentile } from '../../test/support/statistics.ts';
import { type LoadResult, sendLoad } from './openLoop.ts';
import type { ProxiedCluster } from './proxiedCluster.ts';

/** Factor by which more is sent than can be answered. */
const times = 5;

/** Number of connections just below MAX_CONNECTIONS: with more, the gateway closes idle ones for new ones. */
const connections = 4_500;

/** Milliseconds by which each answer of the database is delayed, so that the database is the limit and not the processors. */
const databaseDelayMs = 100;

/** Sends as much as can be answered, then five times as much, to one gateway; resolves to a table of both. */
export async function overload(cluster: ProxiedCluster, port: number, seconds: number): Promise<string> {
  const requests = await signedCreates(cluster, port);
  cluster.mariadb.proxy.answerDelayMs = databaseDelayMs;
  try {
    await sendLoad({ port, requests, connections: 1_000, seconds: 5 }); // warms up
    const peak = await sendLoad({ port, requests, connections: 1_000, seconds: seconds / 4 });
    const rate = times * goodput(peak);
    const flood = await sendLoad({ port, requests, connections, rate, seconds });
    const share = goodput(flood) / goodput(peak);
    const rows = [row('as many as can be answered', peak), row(`${times} times as many`, flood)];
    return `${table(heads, rows)}\nGoodput: ${share.toFixed(2)} of the peak.`;
  } finally {
    cluster.mariadb.proxy.answerDelayMs = 0;
  }
}

async function signedCreates(cluster: ProxiedCluster, port: number): Promise<Buffer[]> {
  const { app } = await cluster.newAccount('overload');
  return Array.from({ length: 1_000 }, (_, index) =>
    signedRequest(port, app, 'article.create', { article_title: `Tea ${index}` }),
  );
}

const heads = ['load', 'sent/s', 'done/s', 'p50 ms', 'p99 ms', 'refused/s', 'p99 ms', 'other', 'broken'];

function row(name: string, its: LoadResult): readonly string[] {
  const { seconds, sent, done, refused, statuses, brokenConnections } = its;
  const unavailable = statuses.get(503) ?? 0;
  const figures = [
    Math.round(sent / seconds),
    Math.round(goodput(its)),
    Math.round(percentile(done, 50) || 0),
    Math.round(percentile(done, 99) || 0),
    Math.round(unavailable / seconds),
    Math.round(percentile(refused, 99) || 0),
    refused.length - unavailable,
    brokenConnections,
  ];
  return [name, ...figures.map(String)];
}

/** Calls done in a second. */
function goodput({ done, seconds }: LoadResult): number {
  return done.length / seconds;
}
