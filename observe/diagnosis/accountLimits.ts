import { sum } from '../status/queueSummary.ts';
import type { Evidence } from './evidence.ts';
import type { Verdict } from './limit.ts';
import { percent } from './percent.ts';

const sequenceShare = 0.4;

/** Creates of one account wait for each other, or for another program that holds its number sequence. */
export function sequenceLimit({ workers }: Evidence): Verdict | undefined {
  const waits = new Map<string, number>();
  for (const { worker } of workers) {
    const { account, waiting = 0 } = worker.sequence ?? {};
    if (account !== undefined) waits.set(account, (waits.get(account) ?? 0) + waiting);
  }
  const [[account, waiting] = ['', 0]] = [...waits].toSorted(([, one], [, other]) => other - one);
  const calls = sum(
    workers.flatMap(({ worker }) =>
      worker.queues.map((queue) => queue.waiting + queue.running + queue.locked),
    ),
  );
  if (waiting < 1 || waiting < sequenceShare * calls) return undefined;
  return {
    limit: 'numberSequence',
    of: account,
    text: `creates of account ${account} wait for its number sequence: more workers will not help`,
    help: 'Send its creates as batches, or with numbers of its own. If they wait although few are sent, another program holds the row in number_sequences: SHOW ENGINE INNODB STATUS',
  };
}

const floodShare = 0.75;

/** Minimum share of refused calls at which the rate limit is what holds the account. */
const limitedShare = 0.5;

/** Reasons of refusals caused by one account that sends too many calls. */
const floodReasons = ['calls', 'bytes', 'account_share', 'wait', 'account_rate', 'app_rate'];

const rateReasons = ['account_rate', 'app_rate'];

const unrelated: readonly Verdict['limit'][] = ['numberSequence', 'redis'];

/** One account brings another part to its limit. */
export function accountLimit(evidence: Evidence, found: Verdict | undefined): Verdict | undefined {
  const shares = evidence.gateways.map(({ gateway }) => gateway.accounts);
  const calls = sum(shares.map((share) => share.calls));
  const byAccount = new Map<string, number>();
  for (const { top } of shares)
    if (top) byAccount.set(top.account, (byAccount.get(top.account) ?? 0) + top.calls);
  const [[account, own] = ['', 0]] = [...byAccount].toSorted(([, one], [, other]) => other - one);
  const refused = refusedFor(floodReasons, evidence);
  const isAlone = !shares.some(({ active }) => active > 1);
  if (isAlone || own < floodShare * calls || (!found && refused === 0)) return undefined;
  if (found && unrelated.includes(found.limit)) return undefined;
  const isLimited = refusedFor(rateReasons, evidence) >= limitedShare * own;
  const limited = isLimited ? ', most of them beyond its rate limit' : '';
  const command = `counterfoil account set ${account} --requests-per-second NUMBER`;
  return {
    limit: 'account',
    of: account,
    text: `one account makes ${percent(own / calls)} of the calls${limited}: ${account}${found ? `; ${found.text}` : ''}`,
    help: isLimited
      ? `The limit holds, and its clients go on: have them slow down, or refuse them all: counterfoil account disable ${account}. Another limit: ${command}`
      : `Limit it: ${command}`,
  };
}

function refusedFor(reasons: readonly string[], { refusals }: Evidence): number {
  return sum(reasons.map((reason) => refusals[reason] ?? 0));
}
