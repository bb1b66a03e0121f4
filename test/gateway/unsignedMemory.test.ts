import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { newAccount, type TestAccount } from '../support/account.ts';
import { newSigner } from '../support/apps.ts';
import { type Cluster, startCluster } from '../support/cluster.ts';
import { eventually } from '../support/eventually.ts';
import { Flood } from '../support/flood.ts';
import { type GatewayProcess, startGatewayProcess } from '../support/gatewayProcess.ts';
import { rawRequest } from '../support/rawRequest.ts';

const redis = 12;
const mebibyte = 1_048_576;
const connections = 1_000;
const clients = 4;
/** What such a flood may add to a gateway's memory, and as much again as a third for the garbage of other calls. */
const maxGrowth = 150 * mebibyte;
const noise = 50 * mebibyte;
/** Milliseconds. */
const calmMs = 3_000;
const floodMs = 8_000;

describe('1,000 connections that send 7 of 8 MiB each', () => {
  let cluster: Cluster;
  let gateway: GatewayProcess;
  let account: TestAccount;
  let flood: Flood | undefined;
  before(async () => {
    cluster = await startCluster({ redis });
  });
  beforeEach(async () => {
    gateway = await startGatewayProcess(redis);
    account = await newAccount({}, { ...cluster, url: gateway.url });
  });
  afterEach(async () => {
    await flood?.end();
    await gateway.stop();
  });
  after(() => cluster.stop());

  const senders: readonly [string, (account: TestAccount) => string | undefined][] = [
    ['without a signature', () => undefined],
    ['in the name of an unknown app', () => signatureOf(newSigner().appId)],
    ['in the name of a known app', ({ appId }) => signatureOf(appId)],
  ];
  for (const [whose, signature] of senders) {
    it(`${whose} neither fill the memory nor keep others from being answered`, async () => {
      await callsFor(account, calmMs);
      const calm = await callsFor(account, calmMs);
      const before = gateway.residentBytes();

      flood = new Flood({ ...{ port: gateway.port, connections }, ...batchOf(signature(account)) });
      await eventually(() => (flood?.progress.opened ?? 0) > 0);
      const peak = peakOf(() => gateway.residentBytes());
      const flooded = await callsFor(account, floodMs);
      const growth = (await peak.end()) - before;

      process.stderr.write(
        `      memory +${Math.round(growth / mebibyte)} MiB, then +${Math.round((gateway.residentBytes() - before) / mebibyte)}, p99 ${p99(calm)} -> ${p99(flooded)} ms of ${flooded.length} calls, ${JSON.stringify(flood.progress)}\n`,
      );
      expect(growth).to.be.below(maxGrowth + noise);
    }).timeout(60_000);
  }
});

function signatureOf(appId: string): string {
  return `${appId}:${Buffer.alloc(32, 1).toString('base64')}`;
}

function batchOf(signature: string | undefined) {
  const headers = { 'Content-Length': String(8 * mebibyte), 'X-Svc-Hmac': signature };
  const head = rawRequest({ appId: '', apiSecret: '' }, { method: 'batch.run', body: '', headers });
  return { head: head.toString('latin1'), bodyBytes: 7 * mebibyte };
}

/** Calls, several at once, for so long; resolves to how many milliseconds each took. All have to be answered. */
async function callsFor({ client }: TestAccount, ms: number): Promise<readonly number[]> {
  const end = performance.now() + ms;
  const taken: number[] = [];
  const call = async () => {
    while (performance.now() < end) {
      const begun = performance.now();
      const { status } = await client.send('customer.exists', '{"customer_ident":"cus_unknown"}');
      taken.push(performance.now() - begun);
      expect(status).to.equal(200);
    }
  };
  await Promise.all(Array.from({ length: clients }, call));
  return taken.sort((one, other) => one - other);
}

function p99(sorted: readonly number[]): number {
  return Math.round((sorted[Math.floor(sorted.length * 0.99)] ?? 0) * 10) / 10;
}

/** Looks again and again, and tells the largest value at the end. */
function peakOf(measure: () => number) {
  let largest = 0;
  let isOver = false;
  const looking = (async () => {
    while (!isOver) {
      largest = Math.max(largest, measure());
      await pause(20);
    }
  })();
  const end = async () => {
    isOver = true;
    await looking;
    return largest;
  };
  return { end };
}
