import { maxBy, sum } from '../../shared/contract/values/arithmetic.ts';
import type { QueueSummary } from '../status/queueSummary.ts';
import type { SeenStatus } from '../status/readStatuses.ts';
import { slowCommits } from './databaseBottlenecks.ts';
import { type Diagnosis, percent, processName, waiting } from './diagnosis.ts';
import {
  areHostsFull,
  busyOfAll,
  fullShare,
  isLimited,
  nearlyFullShare,
  type Signals,
  saturatedQueue,
  type Worker,
  waitingShare,
  workersOf,
} from './signals.ts';

/** No worker serves a queue that has calls: they wait until their deadline, or are rejected. */
export function missingWorkers({ queues }: Signals): Diagnosis | undefined {
  const missing = queues.filter(
    ({ inFlight, rejections, workers }) => workers === 0 && (inFlight > 0 || (rejections.no_worker ?? 0) > 0),
  );
  const first = maxBy(missing, ({ inFlight }) => inFlight);
  return (
    first && {
      bottleneck: 'workers',
      of: first.label,
      text: `${first.label} has no worker: ${first.inFlight > 0 ? `${waiting(first.inFlight, 'call')} for one` : 'its calls are rejected'}`,
      help: `Start one: ${startCommand(first)}`,
    }
  );
}

/** A gateway lacks a key that encrypted secrets of apps, such as after a rotation of keys that was not finished. */
export function wrongKey({ gateways }: Signals): Diagnosis | undefined {
  const refusing = gateways.filter(({ gateway }) => (gateway.rejections.key ?? 0) > 0);
  const [first] = refusing;
  if (!first) return undefined;
  const who =
    refusing.length === gateways.length && gateways.length > 1
      ? `all ${gateways.length} gateways`
      : refusing.map(processName).join(', ');
  return {
    bottleneck: 'key',
    of: first.title,
    text: `the secret key of ${who} does not open the secrets of some apps, so their calls get 503`,
    help: 'Run `counterfoil doctor` with its settings: it says which key the database expects. Then start it again with that COUNTERFOIL_SECRET_KEY, and with the one before it if a rotation has not ended',
  };
}

export function gatewayBottleneck({ gateways }: Signals): Diagnosis | undefined {
  const busy = busyOfAll(gateways);
  if (busy < fullShare) return undefined;
  const where = areHostsFull(gateways) ? ', on another machine: this one has no free processor' : '';
  const who =
    gateways.length === 1
      ? 'the gateway is the bottleneck'
      : `the ${gateways.length} gateways are the bottleneck`;
  return {
    bottleneck: 'gateways',
    text: `${who} (${percent(busy)} of a processor${limitNote(gateways)}): another worker would not help`,
    help: `${raiseLimit(gateways)}Add a gateway${where}`,
  };
}

export function workerBottleneck(signals: Signals): Diagnosis | undefined {
  const full = signals.queues
    .map((queue) => ({ queue, serving: workersOf(queue, signals.workers) }))
    .filter(({ queue, serving }) => queue.inFlight > 0 && isFull(serving, queue, signals));
  const first = maxBy(full, ({ queue }) => queue.inFlight);
  if (!first) return limitedWorkers(signals);
  const { queue, serving } = first;
  const where = areHostsFull(serving) ? ' on another machine, since this one has no free processor' : '';
  return {
    bottleneck: 'workers',
    of: queue.label,
    text: `${queue.label} workers are ${percent(busyOfAll(serving))} busy${limitNote(serving)}: add one${where}`,
    help: `${raiseLimit(serving)}${startCommand(queue)}`,
  };
}

/** Workers that have time, but get none of a processor when calls come. */
function limitedWorkers({ queues, workers }: Signals): Diagnosis | undefined {
  const queue = queues.find((each) => {
    const serving = workersOf(each, workers);
    return each.inFlight >= minInFlight && serving.length > 0 && serving.every(isLimited);
  });
  if (!queue) return undefined;
  const serving = workersOf(queue, workers);
  const [{ load }] = serving as [Worker];
  return {
    bottleneck: 'workers',
    of: queue.label,
    text: `${queue.label} workers wait for a processor ${percent(load.processorWait ?? 0)} of the time: their limit lets them use only ${percent(load.processor)} of one`,
    help: `${raiseLimit(serving)}${startCommand(queue)}`,
  };
}

function limitNote(processes: readonly SeenStatus[]): string {
  const limited = processes.find(isLimited);
  return limited
    ? `, since their limit lets them use only ${percent(limited.load.processor)} of a processor`
    : '';
}

function raiseLimit(processes: readonly SeenStatus[]): string {
  return processes.some(isLimited)
    ? 'Raise the limit of their containers (`--cpus`, `resources.limits.cpu`) or units (`CPUQuota`), or remove it: calls need the processor at once. Otherwise: '
    : '';
}

function isFull(serving: readonly Worker[], queue: QueueSummary, signals: Signals): boolean {
  const busy = busyOfAll(serving);
  return busy >= fullShare || (busy >= nearlyFullShare && saturatedQueue(signals)?.queue === queue);
}

function startCommand({ resource, lane }: QueueSummary): string {
  return `counterfoil worker ${resource}${lane === 'bulk' ? ' --lane bulk' : ''}`;
}

const machineHelp =
  'Run gateways and workers on another machine too, give this one more processors, or stop what else uses them';

/** Gateways and workers are full, and so is every machine. */
export function machineBottleneck({ gateways, workers }: Signals): Diagnosis | undefined {
  const full = workers.filter(({ load }) => load.busy >= fullShare);
  if (busyOfAll(gateways) < fullShare || full.length === 0) return undefined;
  if (!areHostsFull([...gateways, ...full])) return undefined;
  return {
    bottleneck: 'machine',
    text: 'the machine is the bottleneck: it has no free processor, and gateways and workers are full',
    help: machineHelp,
  };
}

/** Minimum calls in flight: with fewer, a busy machine delays calls but limits nothing. */
const minInFlight = 8;

/** No process is full, but those on the path of calls wait for processors that others use. */
export function busyMachineBottleneck(signals: Signals): Diagnosis | undefined {
  const { gateways, workers, queues } = signals;
  const delayed = [...gateways, ...workers].filter(({ load }) => (load.processorWait ?? 0) >= waitingShare);
  const first = maxBy(delayed, ({ load }) => load.processorWait ?? 0);
  const inFlight = sum(queues.map(({ meanRunning, meanWaiting }) => meanRunning + meanWaiting));
  if (!first || !areHostsFull(delayed) || inFlight < minInFlight) return undefined;
  const share = percent(first.load.processorWait ?? 0);
  const text = `the machine is the bottleneck: it has no free processor, and ${first.title} waits for one ${share} of the time`;
  const slow = slowCommits(signals);
  if (!slow) return { bottleneck: 'machine', text, help: machineHelp };
  return { bottleneck: 'machine', text: `${text}; ${slow.text}`, help: `${machineHelp}. ${slow.help}` };
}
