import { setTimeout as pause } from 'node:timers/promises';
import type { Limit, Verdict } from '../../observe/diagnosis/limit.ts';
import { jsonOf, run } from '../../test/support/command.ts';
import { sendLoad } from '../faults/openLoop.ts';
import type { Bottleneck } from './bottleneck.ts';
import type { VerdictCluster } from './verdictCluster.ts';

/** What `counterfoil status` said while a part was the limit. */
export interface Proof {
  readonly bottleneck: string;
  readonly expected: Limit;
  readonly verdict: Verdict;
  readonly isRight: boolean;
  readonly answersPerSecond: number;
  /** All that it printed. */
  readonly report: unknown;
}

/** Makes a part the limit, sends load for so many seconds, and asks `counterfoil status` at the end of them. */
export async function prove(
  cluster: VerdictCluster,
  bottleneck: Bottleneck,
  seconds: number,
): Promise<Proof> {
  await cluster.startRoles(bottleneck);
  const requests = await bottleneck.requests(cluster);
  const undo = await bottleneck.harm?.(cluster);
  try {
    const { port } = cluster;
    const { connections } = bottleneck;
    const load = sendLoad({ port, requests, connections, seconds: seconds + askedSeconds });
    await pause(seconds * 1_000);
    const report = jsonOf(await run(['status', '--json'], { env: cluster.environment })) as Report;
    const { sent } = await load;
    return proofOf(cluster, bottleneck, report, sent / (seconds + askedSeconds));
  } finally {
    await undo?.();
    await cluster.stopRoles();
  }
}

/** The load goes on while the command runs. */
const askedSeconds = 2;

interface Report {
  readonly verdict: Verdict;
}

function proofOf(
  cluster: VerdictCluster,
  { name, limit, of }: Bottleneck,
  report: Report,
  answersPerSecond: number,
): Proof {
  const { verdict } = report;
  const isRight = verdict.limit === limit && (!of || verdict.of === of(cluster));
  return { bottleneck: name, expected: limit, verdict, isRight, answersPerSecond, report };
}
