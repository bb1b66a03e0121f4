import { setTimeout as delay } from 'node:timers/promises';
import type { Bottleneck, Diagnosis } from '../../observe/diagnosis/diagnosis.ts';
import { jsonOf, run } from '../../test/support/command.ts';
import { sendLoad } from '../faults/openLoop.ts';
import type { BottleneckCase } from './bottleneckCases.ts';
import type { DiagnosisCluster } from './diagnosisCluster.ts';

/** Diagnosis of `counterfoil status` while a part was the bottleneck. */
export interface Proof {
  readonly name: string;
  readonly expected: Bottleneck;
  readonly diagnosis: Diagnosis;
  readonly isRight: boolean;
  readonly answersPerSecond: number;
  /** Whole output of the command. */
  readonly report: unknown;
}

/** Makes a part the bottleneck, sends load for `seconds`, then runs `counterfoil status`. */
export async function prove(
  cluster: DiagnosisCluster,
  bottleneckCase: BottleneckCase,
  seconds: number,
): Promise<Proof> {
  await cluster.startRoles(bottleneckCase);
  const requests = await bottleneckCase.requests(cluster);
  const undo = await bottleneckCase.harm?.(cluster);
  try {
    const { port } = cluster;
    const { connections } = bottleneckCase;
    const load = sendLoad({ port, requests, connections, seconds: seconds + askedSeconds });
    await delay(seconds * 1_000);
    const report = jsonOf(await run(['status', '--json'], { env: cluster.environment })) as Report;
    const { sent } = await load;
    return proofOf(cluster, bottleneckCase, report, sent / (seconds + askedSeconds));
  } finally {
    await undo?.();
    await cluster.stopRoles();
  }
}

/** Load continues while the command runs. */
const askedSeconds = 2;

interface Report {
  readonly diagnosis: Diagnosis;
}

function proofOf(
  cluster: DiagnosisCluster,
  { name, bottleneck, of }: BottleneckCase,
  report: Report,
  answersPerSecond: number,
): Proof {
  const { diagnosis } = report;
  const isRight = diagnosis.bottleneck === bottleneck && (!of || diagnosis.of === of(cluster));
  return { name, expected: bottleneck, diagnosis, isRight, answersPerSecond, report };
}
