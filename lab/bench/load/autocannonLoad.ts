// Run by load/generators.ts in a process of its own: `node autocannonLoad.js <load as JSON>` prints a LoadResult.
import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';
import type { SignedRequest } from '../data/requests.ts';
import type { Load, LoadResult } from './load.ts';

/** Maximum requests of each connection: autocannon copies them for each one. */
const maxForEach = 500;

const load: Load = JSON.parse(process.argv[2] as string);
const requests: SignedRequest[] = JSON.parse(readFileSync(load.file, 'utf8'));

let startedAt = 0;
const [one] = load.urls as [string];
const options: autocannon.Options = {
  url: (load.urls.length === 1 ? one : load.urls) as string,
  connections: load.connections,
  duration: load.seconds,
  timeout: 15,
  setupClient: (client) => client.setRequests(nextPart()),
  verifyBody: (body) => String(body).includes('"response":true'),
};

const before = process.cpuUsage();
const result = await autocannon(options);
const { user, system } = process.cpuUsage(before);
process.stdout.write(JSON.stringify(resultOf(result)));

function nextPart(): autocannon.Request[] {
  const each = Math.min(maxForEach, Math.floor(requests.length / load.connections));
  const part = requests.slice(startedAt, startedAt + each);
  startedAt += each;
  return part.map(({ headers, body }) => ({
    method: 'POST',
    path: '/api/v1',
    headers: { ...headers },
    body,
  }));
}

function resultOf({
  requests: sent,
  latency,
  duration,
  errors,
  non2xx,
  mismatches,
}: autocannon.Result): LoadResult {
  return {
    requests: sent.total,
    failed: errors + non2xx + mismatches,
    seconds: duration,
    p50Ms: latency.p50,
    p99Ms: latency.p99,
    cpuSeconds: (user + system) / 1e6,
    threads: 1,
  };
}
