import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { proxyName } from '../../test/support/proxies.ts';
import { audit } from '../faults/audit.ts';
import { FaultClient } from '../faults/faultClient.ts';
import { describe, isFailed, Ledger } from '../faults/ledger.ts';
import type { DocumentedSet, Restartable } from './documentedSet.ts';
import { SteadyLoad } from './steadyLoad.ts';

/** Connections of the client; calls beyond them wait in the client. */
const maxConnections = 500;

interface Restart {
  readonly name: string;
  /** Milliseconds until the part served again. */
  readonly ms: number;
  /** Milliseconds of the slowest call that was sent meanwhile. */
  readonly slowestMs: number;
}

export interface RestartTrial {
  readonly calls: number;
  readonly restarts: readonly Restart[];
  /** Calls that were not done at the first attempt. */
  readonly failed: readonly string[];
  readonly refusals: ReadonlyMap<string, number>;
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
  readonly wrong: readonly string[];
}

interface TrialOptions {
  readonly callsPerSecond: number;
  /** Part to restart next; undefined ends the trial. */
  readonly next: () => Restartable | undefined;
  /** Milliseconds before each restart and after the last one. */
  readonly calmMs: number;
}

/** Restarts parts of a set under load, and compares what clients were answered with what is stored. */
export async function restartUnderLoad(
  set: DocumentedSet,
  { callsPerSecond, next, calmMs }: TrialOptions,
): Promise<RestartTrial> {
  const { account, ...signer } = await set.newSigner();
  const ledger = new Ledger();
  const client = new FaultClient({ next: () => set.proxy.url }, signer, ledger, agentOptions(set));
  const load = new SteadyLoad(client, callsPerSecond);
  const spans: { readonly name: string; readonly from: number; readonly to: number }[] = [];
  try {
    for (let part = next(); part; part = next()) {
      await delay(calmMs);
      const from = performance.now();
      await part.restart();
      spans.push({ name: part.name, from, to: performance.now() });
    }
    await delay(calmMs);
  } finally {
    await load.stop();
    await client.close();
  }
  const { entries } = ledger;
  const restarts = spans.map(({ name, from, to }) => {
    const during = entries.filter(({ startedAt }) => startedAt >= from && startedAt <= to);
    const slowest = during.reduce((maxMs, { startedAt, ended }) => Math.max(maxMs, ended - startedAt), 0);
    return { name, ms: Math.round(to - from), slowestMs: Math.round(slowest) };
  });
  const partAt = (at: number) => spans.findLast(({ from }) => from <= at)?.name ?? 'no restart yet';
  const failed = entries
    .filter((entry) => isFailed(entry) || entry.outcome !== 'done')
    .map((entry) => `${partAt(entry.startedAt)}: ${describe(entry)}`);
  const { refusals, database } = set;
  return { calls: entries.length, restarts, failed, refusals, ...(await audit(database, account, ledger)) };
}

/** The name of the certificate is that of this machine. */
function agentOptions({ proxy }: DocumentedSet) {
  const addresses = [{ address: '127.0.0.1', family: 4 }];
  const lookup = (_: string, __: object, found: (error: null, addresses: object[]) => void) =>
    found(null, addresses);
  const ca = readFileSync(proxy.authority.file);
  return {
    connections: maxConnections,
    headersTimeout: 60_000,
    connect: { ca, timeout: 60_000, servername: proxyName, lookup: lookup as never },
  };
}
