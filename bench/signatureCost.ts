import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { HmacKey } from '../shared/keys/hmacKey.ts';
import { keyIdOf, operationPath, signatureV2Header, signingKey } from '../shared/keys/signatureV2.ts';
import { describeStopProblem, Lifecycle } from '../shared/process/lifecycle.ts';
import { printLine } from '../shared/process/output.ts';
import type { LoadApp } from './data/apps.ts';
import { fill } from './data/fill.ts';
import { ownerOf } from './data/filled.ts';
import { type SignedRequest, signedRequest } from './data/requests.ts';
import { comparePairs, measureTurn, type Turn } from './measure/pairs.ts';
import { readOptions } from './run/options.ts';
import { Workbench } from './run/workbench.ts';
import type { RunningSystem } from './systems/system.ts';

/**
 * Measures the cost of signature v2: reads of articles signed with v1 only, and with v1 and v2, in turn on one running system.
 * `node cli/setup.js && npx tsc -p bench --noCheck && node dist/bench/signatureCost.js --rounds 6 --seconds 4 --connections 64`
 */
const options = readOptions();
const [rows = 10_000] = options.rows;
const [connections = 64] = options.connections;

/** Exceeds what any system answers, because a repeated nonce is refused. */
const requestsPerSecond = 20_000;

const lifecycle = new Lifecycle((problem) => printLine(describeStopProblem(problem)));
try {
  const bench = await Workbench.set(options, lifecycle);
  await fill(bench.servers.database, bench.apps, 0, rows);
  const [system] = options.systems;
  if (system) await bench.with(system, 'article.read', rows, (running) => compare(bench, running));
} finally {
  await lifecycle.stop();
}

async function compare(bench: Workbench, running: RunningSystem): Promise<void> {
  const names = ['v1', 'v2'] as const;
  for (const side of [0, 1] as const) await turn(bench, running, side, options.warmup);
  await comparePairs(
    { names, turn: (side) => turn(bench, running, side, options.seconds), printLine },
    options.rounds,
  );
}

async function turn(bench: Workbench, running: RunningSystem, side: 0 | 1, seconds: number): Promise<Turn> {
  const file = path.join(bench.servers.folder, 'signature.requests');
  await bench.generator.prepare(requests(bench.apps, side === 1, seconds * requestsPerSecond), file);
  const load = { file, urls: running.urls, connections, seconds };
  return measureTurn([...bench.servers.parts, ...running.parts], () => bench.generator.run(load));
}

function requests(apps: readonly LoadApp[], isV2: boolean, count: number): readonly SignedRequest[] {
  const keys = new Map(
    apps.map((app) => [app, { id: keyIdOf(app.apiSecret), key: signingKey(app.apiSecret) }]),
  );
  return Array.from({ length: count }, (_, index) => {
    const row = Math.floor(((index * 0.618_033_988_749_895) % 1) * rows);
    const app = apps[ownerOf(row, apps.length)] as LoadApp;
    const request = signedRequest('article.read', index, row, app);
    const { id, key } = keys.get(app) as { id: string; key: HmacKey };
    return isV2 ? withV2(request, app, id, key) : request;
  });
}

function withV2(request: SignedRequest, { appId }: LoadApp, keyId: string, key: HmacKey): SignedRequest {
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
