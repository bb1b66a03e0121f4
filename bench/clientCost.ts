/**
 * Measures the CPU microseconds that a call costs its program, for each way to send and sign. The service is a bare HTTP
 * server in another process, which answers at once. Run: `npx tsc -p bench --noCheck && node dist/bench/clientCost.js`
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { counterfoil as webClient } from '../client/index.ts';
import { counterfoil as nodeClient } from '../client/node.ts';
import { printLine } from '../shared/process/output.ts';

const loops = 16;
const rounds = 5;
const entries = Array.from({ length: 500 }, (_, index) => ({
  method: 'article.create' as const,
  data: { article_title: `Article ${index}`, article_nr: `${index}`, article_price: '12.50' },
}));

const kinds = { 'fetch and Web Crypto': webClient, 'undici and node:crypto': nodeClient };

if (process.send) serve();
else await measure();

function serve(): void {
  const answer = JSON.stringify({ response: true, data: { article_ident: 'art_1', results: [], codes: [] } });
  const headers = { 'Content-Type': 'application/json', 'Content-Length': answer.length };
  const server = createServer((request, response) => {
    request.resume().once('end', () => response.writeHead(200, headers).end(answer));
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
}

async function measure(): Promise<void> {
  const service = fork(fileURLToPath(import.meta.url));
  const [port] = await once(service, 'message');
  const credentials = { url: `http://127.0.0.1:${port}`, appId: 'app_1', apiSecret: 'secret' };
  const costs = new Map<string, number[]>();
  for (let round = 0; round <= rounds; round += 1)
    for (const [kind, open] of Object.entries(kinds)) {
      const client = open(credentials);
      const calls = {
        'a small create': [() => client.article.create({ article_title: 'Tea' }), 4_000],
        'a batch of 500': [() => client.batch(entries), 200],
      } as const;
      for (const [what, [call, count]] of Object.entries(calls)) {
        const cost = await microsecondsOf(call, count);
        // Node compiles the code during the first round.
        if (round > 0) costs.set(`${what}, ${kind}`, [...(costs.get(`${what}, ${kind}`) ?? []), cost]);
      }
      await client.close();
    }
  for (const [what, all] of costs) printLine(`${median(all).toFixed(0).padStart(6)} µs  ${what}`);
  service.kill();
}

async function microsecondsOf(call: () => Promise<unknown>, count: number): Promise<number> {
  const before = process.cpuUsage();
  const loop = async () => {
    for (let index = 0; index < count / loops; index += 1) await call();
  };
  await Promise.all(Array.from({ length: loops }, loop));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / count;
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}
