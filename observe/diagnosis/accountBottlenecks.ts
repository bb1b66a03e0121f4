import { addCounts, sum } from '../status/queueSummary.ts';
import { type Diagnosis, percent } from './diagnosis.ts';
import type { Signals } from './signals.ts';

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

/** Returns the account with the highest sum of the counts. */
function highest(counts: Parameters<typeof addCounts>[0]): readonly [account: string, count: number] {
  const byAccount = Object.entries(addCounts(counts));
  return byAccount.toSorted(([, one], [, other]) => other - one)[0] ?? ['', 0];
}

const floodShare = 0.75;

/** Minimum share of rejected calls at which the rate limit is what holds the account. */
const limitedShare = 0.5;

const rateReasons = ['account_rate', 'app_rate'];

/** Reasons of rejections caused by one account that sends too many calls. */
const floodReasons = ['calls', 'bytes', 'account_share', 'wait', ...rateReasons];

const unrelated: readonly Diagnosis['bottleneck'][] = ['numberSequence', 'redis'];

/** One account saturates another part, which is `found`, or is rejected. */
export function accountBottleneck(signals: Signals, found: Diagnosis | undefined): Diagnosis | undefined {
  const shares = signals.gateways.map(({ gateway }) => gateway.accounts);
  const calls = sum(shares.map((share) => share.calls));
  const [account, own] = highest(shares.flatMap(({ top }) => (top ? [{ [top.account]: top.calls }] : [])));
  const rejected = rejectedFor(floodReasons, signals);
  const isAlone = !shares.some(({ active }) => active > 1);
  if (isAlone || own < floodShare * calls || (!found && rejected === 0)) return undefined;
  if (found && unrelated.includes(found.bottleneck)) return undefined;
  const isLimited = rejectedFor(rateReasons, signals) >= limitedShare * own;
  const limited = isLimited ? ', most of them beyond its rate limit' : '';
  const command = `counterfoil account set ${account} --requests-per-second NUMBER`;
  return {
    bottleneck: 'account',
    of: account,
    text: `one account makes ${percent(own / calls)} of the calls${limited}: ${account}${found ? `; ${found.text}` : ''}`,
    help: isLimited
      ? `The rate limit works, but its clients keep sending: ask them to slow down, or reject them all: counterfoil account disable ${account}. Another limit: ${command}`
      : `Limit it: ${command}`,
  };
}

function rejectedFor(reasons: readonly string[], { rejections }: Signals): number {
  return sum(reasons.map((reason) => rejections[reason] ?? 0));
}
