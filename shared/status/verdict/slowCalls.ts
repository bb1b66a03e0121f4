import type { QueueSummary } from '../queueSummary.ts';
import { commitsHelp, databaseHelp, milliseconds, poolHelp } from './databaseLimits.ts';
import { type Evidence, type SetShares, setSharesOf } from './evidence.ts';
import { percent } from './percent.ts';

/** A median above this is worth an explanation, in milliseconds. */
const slowMs = 100;
/** The part of the time of sets that explains it. */
const mainShare = 0.4;

interface SlowCalls {
  readonly text: string;
  readonly help: string;
}

/** The few calls of a queue with a smaller part of all calls say nothing about the service. */
const rareShare = 0.05;

/** Where the time of the slowest queue's calls goes, if they are slow although no part is full. */
export function slowCalls(evidence: Evidence): SlowCalls | undefined {
  const queue = slowestQueue(evidence);
  return queue && explained(queue, setSharesOf(queue, evidence));
}

/** A mean COMMIT above this is slow even where processors are taken, in milliseconds. */
const longCommitMs = 50;

/** The same, only where commits are to blame, which a busy machine does not explain. */
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
