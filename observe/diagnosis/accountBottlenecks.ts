import { addCounts, maxBy, sum } from '../../shared/contract/values/arithmetic.ts';
import { byteSize } from '../../shared/contract/values/byteSize.ts';
import { grouped } from '../../shared/contract/values/counted.ts';
import type { RejectionReason } from '../../shared/runtime/process/events.ts';
import { accountSeconds, weightOf } from '../../shared/wire/status/processStatus.ts';
import { type Diagnosis, percent } from './diagnosis.ts';
import type { Signals } from './signals.ts';

/** Minimum share of the calls in workers that wait for the sequence: with fewer, most calls wait for something else. */
const sequenceShare = 0.4;

/** Creates of one account wait for each other, or for another program that holds its number sequence. */
export function sequenceBottleneck({ workers }: Signals): Diagnosis | undefined {
  const sequences = workers.flatMap(({ worker }) => worker.sequence ?? []);
  const [account, waiting] = highest(sequences.map((each) => ({ [each.account]: each.waiting })));
  const queues = workers.flatMap(({ worker }) => worker.queues);
  const calls = sum(queues.map((queue) => queue.waiting + queue.running + queue.locked));
  if (waiting < 1 || waiting < sequenceShare * calls) return undefined;
  return {
    bottleneck: 'numberSequence',
    of: account,
    text: `creates of account ${account} wait for its number sequence: more workers will not help`,
    help: 'Send its creates as batches, or with numbers of its own. If they wait although few are sent, another program holds the row in number_sequences: SHOW ENGINE INNODB STATUS',
  };
}

function highest(counts: Parameters<typeof addCounts>[0]): readonly [account: string, count: number] {
  return maxBy(Object.entries(addCounts(counts)), ([, count]) => count) ?? ['', 0];
}

/** Minimum share of what all accounts use, by `weightOf`: with a smaller one, others fill the part as well. */
const floodShare = 0.75;
/** Share at which an account may be what makes the database slow: rates of ten seconds hide how much it sends since it began. */
const suspectShare = 0.65;

/** An account with this share of the calls is named when this many calls wait, even if no part is full. */
const crowd = { share: 0.9, waiting: 50 };

/** Minimum share of rejected calls at which the rate limit is what holds the account. */
const limitedShare = 0.5;

const rateReasons: readonly RejectionReason[] = ['account_rate', 'app_rate'];

/**
 * Reasons of rejections for lack of room, which an account causes that sends too many calls. An account that its rate limit
 * holds fills nothing.
 */
const floodReasons: readonly RejectionReason[] = ['calls', 'bytes', 'account_share', 'wait'];

/** Parts that the work of one account may fill: they are busy with its calls. */
const filledByCalls: readonly Diagnosis['bottleneck'][] = ['gateways', 'workers', 'machine', 'pool'];

/**
 * Names the account that fills the part that is `found`, or that makes calls wait or be rejected although no part is full. While
 * something hangs, is locked or slow, the account that sends most is not to blame: its calls wait like all others.
 */
export function accountBottleneck(signals: Signals, found: Diagnosis | undefined): Diagnosis | undefined {
  const shares = signals.gateways.map(({ gateway }) => gateway.accounts);
  const used = sum(shares.map(weightOf));
  const [account, own] = highest(
    shares.flatMap(({ top }) => top.slice(0, 1).map((use) => ({ [use.account]: weightOf(use) }))),
  );
  const rejected = rejectedFor(floodReasons, signals);
  const isAlone = !shares.some(({ active }) => active > 1);
  const isCrowd = own >= crowd.share * used && waitingIn(signals) >= crowd.waiting;
  if (isAlone || own < suspectShare * used || (!found && rejected === 0 && !isCrowd)) return undefined;
  const usage = usageOf(signals, account);
  const isFlood = own >= floodShare * used;
  if (found?.bottleneck === 'database') return accountOrDatabase(signals, { account, usage, found, isFlood });
  if (!isFlood) return undefined;
  if (found && !filledByCalls.includes(found.bottleneck)) return undefined;
  if (found?.bottleneck === 'machine' && !isOurWork(signals))
    return accountOrMachine({ account, usage, found });
  return accused(signals, account, usage);
}

function waitingIn({ queues }: Signals): number {
  return sum(queues.map(({ meanWaiting }) => meanWaiting));
}

/** Minimum part of the machine's work that gateways and workers do, if calls fill it; a database beside them does the rest. */
const ownShare = 0.4;

function isOurWork({ gateways, workers }: Signals): boolean {
  const processes = [...gateways, ...workers];
  const hosts = new Map(
    processes.map(({ host, load }) => [host, (load.hostBusy ?? 1) * load.hostProcessors]),
  );
  const own = sum(processes.map(({ load }) => load.processor));
  return own >= ownShare * sum([...hosts.values()]);
}

interface Usage {
  readonly calls: number;
  /** Example: `makes 80 % of the calls`, `gets 95 % of the bytes of all answers, 14 MiB/s`. */
  readonly text: string;
}

function usageOf({ gateways }: Signals, account: string): Usage {
  const shares = gateways.map(({ gateway }) => gateway.accounts);
  const own = shares.flatMap(({ top }) => top.filter((use) => use.account === account));
  const calls = sum(own.map((use) => use.calls));
  const bytes = sum(own.map((use) => use.bytes));
  const ofCalls = calls / sum(shares.map((all) => all.calls));
  if (ofCalls >= suspectShare || bytes === 0)
    return { calls, text: `makes ${percent(ofCalls)} of the calls` };
  const ofBytes = percent(bytes / sum(shares.map((all) => all.bytes)));
  return {
    calls,
    text: `gets ${ofBytes} of the bytes of all answers, ${byteSize(bytes / accountSeconds)}/s`,
  };
}

function accused(signals: Signals, account: string, { calls, text }: Usage): Diagnosis {
  const isLimited = rejectedFor(rateReasons, signals) >= limitedShare * calls;
  const limited = isLimited ? ', most of its calls beyond its rate limit' : '';
  const command = limitOf(account);
  return {
    bottleneck: 'account',
    of: account,
    text: `one account ${text}${limited}: ${account}`,
    help: isLimited
      ? `The rate limit works, but its clients keep sending: ask them to slow down, or reject them all: counterfoil account disable ${account}. Another limit: ${command}`
      : `Limit it to fewer calls than the ${perSecond(calls)}/s that it makes: ${command}`,
  };
}

function limitOf(account: string): string {
  return `counterfoil account set ${account} --requests-per-second NUMBER`;
}

function perSecond(calls: number): string {
  return grouped(Math.max(1, calls / accountSeconds));
}

interface Suspicion {
  readonly account: string;
  readonly usage: Usage;
  readonly found: Diagnosis;
  /** True if the account uses at least `floodShare`. */
  readonly isFlood: boolean;
}

/** Statements of other programs at once, on average, that make a database slow for ours. */
const manyOthers = 1;

/** Other programs' statements tell a slow database from one that one account keeps busy. */
function accountOrDatabase(
  signals: Signals,
  { account, usage, found, isFlood }: Suspicion,
): Diagnosis | undefined {
  const running = signals.database?.running;
  if (running && running.others >= manyOthers) return undefined;
  if (running && signals.database?.seesAll && isFlood) return accused(signals, account, usage);
  return {
    bottleneck: 'unclear',
    text: `not clear: one account ${usage.text} (${account}), or the database is slow (${found.text})`,
    help: `Look at SHOW FULL PROCESSLIST: if statements of other programs run, end those; if only ours run, limit the account to fewer calls than the ${perSecond(usage.calls)}/s that it makes: ${limitOf(account)}`,
  };
}

/** Other programs use the machine more than the service does: both make calls wait. */
function accountOrMachine({ account, usage, found }: Omit<Suspicion, 'isFlood'>): Diagnosis {
  return {
    bottleneck: 'unclear',
    text: `not clear: other programs use the processors of the machine (${found.text}), or one account fills it, which ${usage.text}: ${account}`,
    help: `Look at top: if other programs use most of the processors, stop them, or run the service elsewhere. If the service does, limit the account: ${limitOf(account)}`,
  };
}

function rejectedFor(reasons: readonly RejectionReason[], { rejections }: Signals): number {
  return sum(reasons.map((reason) => rejections[reason] ?? 0));
}
