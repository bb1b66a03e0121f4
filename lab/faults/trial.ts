import { setTimeout as delay } from 'node:timers/promises';
import { drawing } from '../../test/support/random.ts';
import { Rivals } from '../history/rivals.ts';
import { audit, type Findings } from './audit.ts';
import { ChangeReaders } from './changeReaders.ts';
import type { Fault, Harm } from './fault.ts';
import { FaultClient } from './faultClient.ts';
import type { FaultCluster } from './faultCluster.ts';
import { Importer } from './importer.ts';
import { describe, isFailed, type LedgerEntry } from './ledger.ts';
import { SimulatedUser } from './simulatedUser.ts';

/** Clients that use the same records of each resource. */
const rivalClients = 4;

interface TrialOptions {
  readonly seed: number;
  /** Number of users that send calls at the same time. */
  readonly users: number;
  /** Milliseconds of load before the fault, and after it. */
  readonly calmMs: number;
}

/** The result of one fault, injected once. */
export interface Trial extends Findings {
  readonly fault: string;
  readonly calls: number;
  /** Calls in flight at the mark. */
  readonly inFlight: number;
  /** Articles whose calls no order explains: one line each. */
  readonly notLinearizable: readonly string[];
  /** Calls with a failure that the guarantee does not allow, and what the fault itself found. */
  readonly failed: readonly string[];
  /** Calls with a failure that the guarantee allows. */
  readonly excused: number;
  /** Milliseconds. */
  readonly recovery: number;
  /** Milliseconds of the slowest 503; `undefined` without any. */
  readonly slowestRefusal: number | undefined;
}

/** True if nothing is wrong but, maybe, the time that it took. */
export function isGood({ failed, lost, doubled, wrong, notLinearizable }: Trial): boolean {
  return [failed, lost, doubled, wrong, notLinearizable].every(({ length }) => length === 0);
}

/** A simulated user, and the wrong answers that it got. */
interface Living {
  live(isEnough: () => boolean): Promise<void>;
  readonly wrong: readonly string[];
}

/** Injects a fault while users of a new account send calls, and compares their answers with what is stored. */
export async function runTrial<C extends FaultCluster>(
  cluster: C,
  fault: Fault<C>,
  { seed, users, calmMs }: TrialOptions,
): Promise<Trial> {
  const draw = drawing(seed);
  const { account, app } = await cluster.newAccount(fault.name);
  const logged = cluster.log.length;
  const clients: FaultClient[] = [];
  const another = () => {
    const client = new FaultClient(cluster.balancer, app);
    clients.push(client);
    return client;
  };
  const client = another();
  const { ledger } = client;
  const rivals = (['article', 'customer'] as const).map(
    (resource) => new Rivals(resource, client, drawing(seed + users), rivalClients),
  );
  const all: readonly Living[] = [
    ...rivals,
    ...Array.from(
      { length: users },
      (_, index) => new SimulatedUser(`P${index}`, client, drawing(seed + index)),
    ),
    new Importer('I0', client),
  ];

  const readers = await ChangeReaders.start(cluster, app, 2);
  const { marked, failure } = await harmUnderLoad(
    all,
    fault,
    { cluster, account, client: another, draw },
    calmMs,
  );
  await Promise.all(clients.map((its) => its.close()));

  const misread = await readers.finish(cluster, account);
  const found = await audit(cluster.database, account, ledger);
  const failures = ledger.entries.filter((entry) => isFailure(entry, fault)).map(describe);
  const reasons = failures.length > 0 ? errorsIn(cluster.log.slice(logged)) : [];
  return {
    fault: fault.name,
    calls: ledger.entries.length,
    inFlight: ledger.inFlight(marked).length,
    notLinearizable: rivals.flatMap((its) => its.violations()),
    failed: [...failure, ...failures, ...reasons],
    excused: ledger.entries.filter((entry) => isFailed(entry) && !isFailure(entry, fault)).length,
    recovery: Math.round(ledger.recovery(marked)),
    slowestRefusal: slowest(ledger.entries.flatMap(({ refusalMs }) => refusalMs)),
    ...found,
    wrong: [...found.wrong, ...misread, ...all.flatMap(({ wrong }) => wrong)],
  };
}

/** Lines in which gateways and workers logged errors, such as why a call got 500. */
function errorsIn(log: string): readonly string[] {
  return log.split('\n').filter((line) => line.startsWith('{"level":50'));
}

function slowest(milliseconds: readonly number[]): number | undefined {
  return milliseconds.length > 0 ? Math.round(Math.max(...milliseconds)) : undefined;
}

interface Harmed {
  /** The time from which recovery is measured. */
  readonly marked: number;
  /** Problems that the fault itself found. */
  readonly failure: readonly string[];
}

async function harmUnderLoad<C extends FaultCluster>(
  users: readonly Living[],
  fault: Fault<C>,
  harm: Omit<Harm<C>, 'mark'>,
  calmMs: number,
): Promise<Harmed> {
  let isEnough = false;
  const failure: string[] = [];
  let marked = performance.now();
  const mark = () => {
    marked = performance.now();
  };
  const lives = users.map((user) => user.live(() => isEnough));
  try {
    await delay(calmMs + harm.draw.below(calmMs / 2));
    await fault.harm({ ...harm, mark }).catch((error: Error) => failure.push(error.message));
    await delay(calmMs);
  } finally {
    isEnough = true;
    await Promise.all(lives);
  }
  return { marked, failure };
}

function isFailure(
  { outcome, failures, broken }: LedgerEntry,
  { mayFailWith = [], mayBreak }: Pick<Fault, 'mayFailWith' | 'mayBreak'>,
): boolean {
  const isKnown = outcome === 'done' || outcome === 'refused' || outcome === 'unavailable';
  return (
    !isKnown || failures.some((status) => !mayFailWith.includes(status)) || (broken.length > 0 && !mayBreak)
  );
}
