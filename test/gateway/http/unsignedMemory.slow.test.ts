import { expect } from 'chai';
import { newAccount, type TestAccount } from '../../support/account.ts';
import { newSigner } from '../../support/apps.ts';
import { ownCluster } from '../../support/fixtures.ts';
import { Flood, type Hostile, hiddenLength } from '../../support/flood.ts';
import { type GatewayProcess, startGatewayProcess } from '../../support/gatewayProcess.ts';
import { rawRequest } from '../../support/rawRequest.ts';
import { until } from '../../support/until.ts';

const redis = 12;
const mebibyte = 1_048_576;
/** Number of connections, which at 7 MiB each take more than ten times what the gateway may use for them. */
const connections = 300;
const clients = 4;
/** Maximum memory that such a flood may add to a gateway, with the garbage of other calls meanwhile. */
const maxGrowth = 150 * mebibyte;
const noise = 50 * mebibyte;
/** Calls of each client before a flood. */
const calmCalls = 300;

describe('unauthenticated connections (sends much to a small heap)', () => {
  let gateway: GatewayProcess;
  let account: TestAccount;
  let flood: Flood | undefined;
  const cluster = ownCluster({ redis });
  beforeEach(async () => {
    gateway = await startGatewayProcess(redis);
    account = await newAccount({}, { ...cluster, url: gateway.url });
  });
  afterEach(async () => {
    await flood?.end();
    await gateway.stop();
  });

  const floods: readonly [string, (account: TestAccount) => Hostile][] = [
    ['7 of 8 MiB each without a signature', () => batchOf(undefined)],
    ['7 of 8 MiB each in the name of an unknown app', () => batchOf(newSigner().appId)],
    ['7 of 8 MiB each in the name of a known app', ({ appId }) => batchOf(appId)],
    ['7 of 8 MiB each, with Content-Length behind 1,000 headers', () => hiddenLength('Content-Length')],
    ['7 of 8 MiB each, with Transfer-Encoding behind 1,000 headers', () => hiddenLength('Transfer-Encoding')],
  ];
  for (const [what, hostile] of floods) {
    it(`and that send ${what} neither fill the memory nor keep others from being answered [bodies-bounded]`, async () => {
      await callsUntil(account, (calls) => calls > calmCalls);
      const calm = await callsUntil(account, (calls) => calls > calmCalls);
      const before = gateway.residentBytes();

      flood = await Flood.start({ port: gateway.port, connections, ...hostile(account) });
      const cpu = gateway.cpuSeconds();
      await until(() => (flood?.progress.opened ?? 0) > 0);
      const peak = peakOf(() => gateway.residentBytes());
      const flooded = await callsUntil(
        account,
        (calls) => calls > calmCalls && flood?.progress.done === connections,
      );
      const growth = peak.end() - before;

      printLine(
        `memory +${mebibytes(growth)} MiB, p99 ${p99(calm)} -> ${p99(flooded)} ms of ${flooded.length} calls, ${(gateway.cpuSeconds() - cpu).toFixed(1)} s of CPU`,
        flood.progress,
      );
      expect(growth).to.be.below(maxGrowth + noise);
    }).timeout(60_000);
  }

  for (const path of ['/healthz', '/readyz']) {
    it(`and that ask for ${path} again and again and read no answer are closed`, async () => {
      const before = gateway.residentBytes();
      const few = 20;

      flood = await Flood.start({ port: gateway.port, connections: few, ...pipelined(path) });
      const peak = peakOf(() => gateway.residentBytes());
      await until(() => flood?.progress.done === few);

      expect(peak.end() - before).to.be.below(maxGrowth + noise);
      await account.client.article.create({ article_title: 'Tea' });
    }).timeout(60_000);
  }
});

function batchOf(appId: string | undefined): Hostile {
  const signature = appId && `${appId}:${Buffer.alloc(32, 1).toString('base64')}`;
  const headers = { 'Content-Length': String(8 * mebibyte), 'X-Svc-Hmac': signature };
  const head = rawRequest({ appId: '', apiSecret: '' }, { method: 'batch.run', body: '', headers });
  return { head: head.toString('latin1'), body: ' ', bodyBytes: 7 * mebibyte, reads: true };
}

function pipelined(path: string): Hostile {
  const body = `GET ${path} HTTP/1.1\r\nHost: counterfoil.example\r\n\r\n`;
  return { head: '', body, bodyBytes: 7 * mebibyte, reads: false };
}

function mebibytes(bytes: number): number {
  return Math.round(bytes / mebibyte);
}

/** Figures for whoever runs the test; those of a busy machine are not a reason to fail. */
function printLine(figures: string, progress: object): void {
  process.stderr.write(`      ${figures}, ${JSON.stringify(progress)}\n`);
}

/** Calls, several at once, until it is enough; resolves to how many milliseconds each took. All have to be answered. */
async function callsUntil(
  { client }: TestAccount,
  isEnough: (calls: number) => boolean,
): Promise<readonly number[]> {
  const taken: number[] = [];
  const call = async () => {
    while (!isEnough(taken.length)) {
      const startedAt = performance.now();
      const { status } = await client.send('customer.exists', '{"customer_ident":"cus_unknown"}');
      taken.push(performance.now() - startedAt);
      expect(status).to.equal(200);
    }
  };
  await Promise.all(Array.from({ length: clients }, call));
  return taken.toSorted((one, other) => one - other);
}

function p99(sorted: readonly number[]): number {
  return Math.round((sorted[Math.floor(sorted.length * 0.99)] ?? 0) * 10) / 10;
}

/** Looks again and again, and tells the largest value at the end. */
function peakOf(measure: () => number) {
  let largest = measure();
  const looking = setInterval(() => {
    largest = Math.max(largest, measure());
  }, 20);
  const end = () => {
    clearInterval(looking);
    return largest;
  };
  return { end };
}
