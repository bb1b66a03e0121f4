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

/** Where the time of the slowest queue's calls goes, if they are slow although no part is full. */
export function slowCalls(evidence: Evidence): SlowCalls | undefined {
  const slow = evidence.queues.filter(({ p50Ms = 0 }) => p50Ms >= slowMs);
  const [queue] = slow.toSorted((one, other) => (other.p50Ms ?? 0) - (one.p50Ms ?? 0));
  return queue && explained(queue, setSharesOf(queue, evidence));
}

function explained({ label, p50Ms = 0 }: QueueSummary, shares: SetShares): SlowCalls {
  const text = `but ${label} calls take ${milliseconds(p50Ms)}`;
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
