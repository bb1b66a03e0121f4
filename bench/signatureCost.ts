import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { describeStopProblem, Lifecycle } from '../shared/lifecycle.ts';
import { keyIdOf, operationPath, signatureV2Header, signingKey } from '../shared/signatureV2.ts';
import type { LoadApp } from './data/apps.ts';
import { fill } from './data/fill.ts';
import { ownerOf } from './data/filled.ts';
import { type SignedRequest, signedRequest } from './data/requests.ts';
import { type ByPart, cpuSeconds } from './measure/processes.ts';
import { readOptions } from './options.ts';
import { say } from './say.ts';
import type { RunningSystem } from './systems/system.ts';
import { Workbench } from './workbench.ts';

/**
 * What a v2 signature costs: reads of articles signed with v1 only, and with v1 and v2, in turns on one running system.
 * `node cli/setup.js && npx tsc -p bench --noCheck && node dist/bench/signatureCost.js --rounds 6 --seconds 4 --connections 64`
 */
const options = readOptions();
const [rows = 10_000] = options.rows;
const [connections = 64] = options.connections;

/** More than any system answers in a turn: a nonce that comes again is refused. */
const requestsPerSecond = 20_000;

interface Turn {
  readonly perSecond: number;
  readonly failed: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Microseconds a request, by part. */
  readonly cpu: ByPart;
}

const lifecycle = new Lifecycle((problem) => say(describeStopProblem(problem)));
try {
  const bench = await Workbench.set(options, lifecycle);
  await fill(bench.servers.database, bench.apps, 0, rows);
  const [system] = options.systems;
  if (system) await bench.with(system, 'article.read', rows, (running) => compare(bench, running));
} finally {
  await lifecycle.stop();
}

async function compare(bench: Workbench, running: RunningSystem): Promise<void> {
  for (const isV2 of [false, true]) await turn(bench, running, isV2, options.warmup);
  const ratios: number[] = [];
  for (let round = 0; round < options.rounds; round += 1) {
    const results = new Map<boolean, Turn>();
    for (const isV2 of round % 2 === 0 ? [false, true] : [true, false])
      results.set(isV2, await turn(bench, running, isV2, options.seconds));
    const [v1, v2] = [results.get(false) as Turn, results.get(true) as Turn];
    ratios.push(v2.perSecond / v1.perSecond);
    say(`v1 ${describe(v1)}\nv2 ${describe(v2)}\nratio ${ratios.at(-1)?.toFixed(3)}`);
  }
  const sorted = ratios.toSorted((a, b) => a - b);
  say(
    `median ratio ${sorted[Math.floor(sorted.length / 2)]?.toFixed(3)} of ${sorted.map((ratio) => ratio.toFixed(3)).join(', ')}`,
  );
}

async function turn(bench: Workbench, running: RunningSystem, isV2: boolean, seconds: number): Promise<Turn> {
  const file = path.join(bench.servers.folder, 'signature.requests');
  await bench.generator.prepare(requests(bench.apps, isV2, seconds * requestsPerSecond), file);
  const parts = [...bench.servers.parts, ...running.parts];
  const before = cpuSeconds(parts);
  const result = await bench.generator.run({ file, urls: running.urls, connections, seconds });
  const used = Object.entries(cpuSeconds(parts)).map(([name, value]) => {
    const microseconds = ((value - (before[name as keyof ByPart] ?? 0)) * 1e6) / result.requests;
    return [name, Math.round(microseconds * 10) / 10];
  });
  const { failed, p50Ms, p99Ms } = result;
  return { perSecond: result.requests / result.seconds, failed, p50Ms, p99Ms, cpu: Object.fromEntries(used) };
}

function requests(apps: readonly LoadApp[], isV2: boolean, count: number): readonly SignedRequest[] {
  const keys = new Map(
    apps.map((app) => [app, { id: keyIdOf(app.apiSecret), key: signingKey(app.apiSecret) }]),
  );
  return Array.from({ length: count }, (_, index) => {
    const row = Math.floor(((index * 0.618_033_988_749_895) % 1) * rows);
    const app = apps[ownerOf(row, apps.length)] as LoadApp;
    const request = signedRequest('article.read', index, row, app);
    const { id, key } = keys.get(app) as { id: string; key: Buffer };
    return isV2 ? withV2(request, app, id, key) : request;
  });
}

function withV2(request: SignedRequest, { appId }: LoadApp, keyId: string, key: Buffer): SignedRequest {
  const { method, body, headers } = request;
  const header = signatureV2Header(
    {
      ...{ appId, keyId, method, body, path: operationPath, idempotencyKey: '' },
      timestamp: String(Math.floor(Date.now() / 1_000)),
      nonce: randomBytes(16).toString('base64url'),
    },
    key,
  );
  return { ...request, headers: { ...headers, 'X-Svc-Signature': header } };
}

function describe({ perSecond, failed, p50Ms, p99Ms, cpu }: Turn): string {
  return `${Math.round(perSecond)}/s, p50 ${p50Ms.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms, ${failed} failed, µs ${JSON.stringify(cpu)}`;
}
