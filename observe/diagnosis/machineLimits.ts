import { sum } from '../status/queueSummary.ts';
import { areHostsFull, busyOfAll, type Evidence, fullShare } from './evidence.ts';
import type { Verdict } from './limit.ts';
import { percent } from './percent.ts';
import { slowCommits } from './slowCalls.ts';

const help =
  'Run gateways and workers on another machine too, give this one more processors, or stop what else uses them';

/** Gateways and workers are full, and so is every machine. */
export function machineLimit({ gateways, workers }: Evidence): Verdict | undefined {
  const full = workers.filter(({ load }) => load.busy >= fullShare);
  if (busyOfAll(gateways) < fullShare || full.length === 0) return undefined;
  if (!areHostsFull([...gateways, ...full])) return undefined;
  const text = 'the machine is the limit: it has no free processor, and gateways and workers are full';
  return { limit: 'machine', text, help };
}

const waitingShare = 0.25;
/** Minimum calls in flight: with fewer, a busy machine delays calls but limits nothing. */
const minInFlight = 8;

/** No process is full, but those on the path of calls wait for processors that others use. */
export function busyMachineLimit(evidence: Evidence): Verdict | undefined {
  const { gateways, workers, queues } = evidence;
  const waiting = [...gateways, ...workers].filter(({ load }) => (load.processorWait ?? 0) >= waitingShare);
  const [first] = waiting.toSorted(
    (one, other) => (other.load.processorWait ?? 0) - (one.load.processorWait ?? 0),
  );
  const inFlight = sum(queues.map(({ meanRunning, meanWaiting }) => meanRunning + meanWaiting));
  if (!first || !areHostsFull(waiting) || inFlight < minInFlight) return undefined;
  const share = percent(first.load.processorWait ?? 0);
  const text = `the machine is the limit: it has no free processor, and ${first.title} waits for one ${share} of the time`;
  const slow = slowCommits(evidence);
  if (slow) return { limit: 'machine', text: `${text}; ${slow.text}`, help: `${help}. ${slow.help}` };
  return { limit: 'machine', text, help };
}
