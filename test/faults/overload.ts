import { createAccount, createApp, defaultSettings } from '../../admin/accounts.ts';
import { signatureHeader } from '../../shared/keys/signature.ts';
import { type FaultCluster, faultSecretKey } from './faultCluster.ts';
import { sendLoad, type Yield } from './openLoop.ts';

/** How much more is sent than can be answered. */
const times = 5;

/** As many as a gateway keeps open, nearly (MAX_CONNECTIONS): beyond that, it closes idle ones for new ones. */
const connections = 4_500;

/** Milliseconds that each answer of the database takes longer, so that it sets the limit and not this machine's processors. */
const databaseDelayMs = 100;

/** Sends what can be answered, and then five times as much, to one gateway; resolves to two rows for the report. */
export async function overload(cluster: FaultCluster, port: number, seconds: number): Promise<string> {
  const requests = await signedCreates(cluster, port);
  cluster.mariadb.proxy.answerDelayMs = databaseDelayMs;
  try {
    await sendLoad({ port, requests, connections: 1_000, seconds: 5 }); // warms up
    const peak = await sendLoad({ port, requests, connections: 1_000, seconds: seconds / 4 });
    const rate = times * goodput(peak);
    const flood = await sendLoad({ port, requests, connections, rate, seconds });
    const share = goodput(flood) / goodput(peak);
    return [heads, rule, row('as much as is answered', peak), row(`${times} times as much`, flood)]
      .concat(`Goodput: ${share.toFixed(2)} of the peak.`)
      .join('\n');
  } finally {
    cluster.mariadb.proxy.answerDelayMs = 0;
  }
}

async function signedCreates(cluster: FaultCluster, port: number): Promise<Buffer[]> {
  const ident = await createAccount(cluster.database, { name: 'overload', ...defaultSettings });
  const { app_id, api_secret } = await createApp(cluster.database, ident, faultSecretKey);
  return Array.from({ length: 1_000 }, (_, at) => {
    const body = JSON.stringify({ article_title: `Tea ${at}` });
    const head = [
      'POST /api/v1 HTTP/1.1',
      `Host: 127.0.0.1:${port}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'X-Svc-Method: article.create',
      `X-Svc-Hmac: ${signatureHeader(app_id, body, api_secret)}`,
    ];
    return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`);
  });
}

const heads = '| load | sent/s | done/s | p50 ms | p99 ms | refused/s | p99 ms | other | broken |';
const rule = '| ---- | -----: | -----: | -----: | -----: | --------: | -----: | ----: | -----: |';

function row(name: string, its: Yield): string {
  const { seconds, sent, done, refused, statuses, brokenConnections } = its;
  const unavailable = statuses.get(503) ?? 0;
  const cells = [
    name,
    Math.round(sent / seconds),
    Math.round(goodput(its)),
    percentile(done, 50),
    percentile(done, 99),
    Math.round(unavailable / seconds),
    percentile(refused, 99),
    refused.length - unavailable,
    brokenConnections,
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Calls that were done, a second. */
function goodput({ done, seconds }: Yield): number {
  return done.length / seconds;
}

function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return Math.round(sorted[Math.floor((sorted.length * percent) / 100)] ?? 0);
}
