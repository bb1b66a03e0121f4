import type { QueueSummary } from '../status/queueSummary.ts';
import { commitsHelp, databaseHelp, milliseconds, poolHelp } from './databaseLimits.ts';
import { type Evidence, type SetShares, setSharesOf } from './evidence.ts';
import { percent } from './percent.ts';

/** A longer median is worth an explanation. */
const slowMs = 100;
const mainShare = 0.4;

interface SlowCalls {
  readonly text: string;
  readonly help: string;
}

/** Queues with a smaller share of all calls say nothing about the service. */
const rareShare = 0.05;

/** Main cost of the slowest queue's calls, if they are slow although no part is full. */
export function slowCalls(evidence: Evidence): SlowCalls | undefined {
  const queue = slowestQueue(evidence);
  return queue && explained(queue, setSharesOf(queue, evidence));
}

/** A longer mean COMMIT is slow even if processors are busy. */
const longCommitMs = 50;

/** Like `slowCalls`, but only for slow commits, which a busy machine does not explain. */
export function slowCommits(evidence: Evidence): SlowCalls | undefined {
  const slow = slowestQueue(evidence);
  if (!slow) return undefined;
  const shares = setSharesOf(slow, evidence);
  const isSlow = shares.commits >= mainShare && shares.commitMs >= longCommitMs;
  return isSlow ? explained(slow, shares) : undefined;
}

function slowestQueue({ queues, callsPerSecond: all }: Evidence): QueueSummary | undefined {
  const frequent = queues.filter(({ callsPerSecond }) => callsPerSecond >= rareShare * all);
  const slow = frequent.filter(({ p50Ms = 0 }) => p50Ms >= slowMs);
  return slow.toSorted((one, other) => (other.p50Ms ?? 0) - (one.p50Ms ?? 0))[0];
}

function explained({ label, p50Ms = 0 }: QueueSummary, shares: SetShares): SlowCalls {
  const text = `${label} calls take ${milliseconds(p50Ms)}`;
  const { commits, statements, pool, commitMs, statementMs } = shares;
  if (commits >= mainShare)
    return {
      text: `${text}: COMMIT takes ${percent(commits)} of the time of their sets, ${milliseconds(commitMs)} each`,
      help: commitsHelp,
    };
  if (pool >= mainShare)
    return {
      text: `${text}: their sets wait ${percent(pool)} of their time for a connection`,
      help: poolHelp,
    };
  if (statements >= mainShare)
    return {
      text: `${text}: statements take ${percent(statements)} of the time of their sets, ${milliseconds(statementMs)} each`,
      help: databaseHelp,
    };
  return { text, help: '' };
}
