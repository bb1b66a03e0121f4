import type { DatabaseEngine } from '../../shared/runtime/settings/settings.ts';
import type { Fault } from '../faults/fault.ts';
import type { FaultCluster } from '../faults/faultCluster.ts';
import { ProxiedCluster, type ProxiedClusterOptions } from '../faults/proxiedCluster.ts';
import { isGood, runTrial, type Trial } from '../faults/trial.ts';

/** Starts what attacks are made on. Rejects with `Skipped` if there is none with this database. */
export type Start<C extends FaultCluster> = (databaseEngine: DatabaseEngine) => Promise<C>;

/** Starts a cluster on one database and one Redis. */
const startProxied: Start<ProxiedCluster> = (databaseEngine) => ProxiedCluster.start({ databaseEngine });

/** Servers and clusters that an attack is made on. */
export interface Ground {
  readonly databaseEngine: DatabaseEngine;
  readonly seed: number;
  /** Users who send calls meanwhile. */
  readonly users: number;
  /** The cluster that was started so: attacks that follow each other share it. */
  readonly on: <C extends FaultCluster>(start: Start<C>) => Promise<C>;
}

/** One attack: a row of docs/attacks.md. */
export interface Attack {
  readonly name: string;
  /** Text of its row: the attack. */
  readonly done: string;
  /** Text of its row: the promise that must hold. */
  readonly holds: string;
  /** Attacks; resolves to what was seen. Throws what did not hold, or `Skipped`. */
  readonly run: (ground: Ground) => Promise<string>;
}

/** This machine or user can't run the attack; the message says why. */
export class Skipped extends Error {}

/** An attack while users send calls, whose answers are then compared with what is stored. */
export interface LoadedAttack<C extends FaultCluster = ProxiedCluster>
  extends Pick<Attack, 'name' | 'done' | 'holds'> {
  /** Attacks; resolves to what was seen, beside the calls. */
  readonly harm: (harm: Parameters<Fault<C>['harm']>[0]) => Promise<string | undefined>;
  /** Statuses other than 200 that calls may get; none by default. */
  readonly mayFailWith?: readonly number[];
  /** True if connections of clients may break. */
  readonly mayBreak?: boolean;
}

/** Milliseconds of load before and after an attack. */
const calmMs = 500;

/** The attack on the shared cluster. */
export function underLoad(attack: LoadedAttack): Attack {
  return underLoadOn(startProxied, attack);
}

export function underLoadOn<C extends FaultCluster>(start: Start<C>, attack: LoadedAttack<C>): Attack {
  return { ...attack, run: async (ground) => attackCluster(await ground.on(start), attack, ground) };
}

/** Chooses the cluster that is attacked. */
export type ClusterOf<C extends FaultCluster = FaultCluster> = (ground: Ground) => Promise<C>;

/** The cluster of attacks that do not need another one. */
export const sharedCluster: ClusterOf<ProxiedCluster> = ({ on }) => on(startProxied);

/** The attack on a cluster of its own, with these settings. */
export function onOwnCluster(attack: LoadedAttack, options: ProxiedClusterOptions): Attack {
  const run = async (ground: Ground) => {
    const cluster = await ProxiedCluster.start({ ...options, databaseEngine: ground.databaseEngine });
    try {
      return await attackCluster(cluster, attack, ground);
    } finally {
      await cluster.stop();
    }
  };
  return { ...attack, run };
}

/** Attacks a cluster while users send calls. */
export async function attackCluster<C extends FaultCluster>(
  cluster: C,
  attack: LoadedAttack<C>,
  { seed, users }: Ground,
): Promise<string> {
  let seen = '';
  const { name, mayFailWith = [], mayBreak = false } = attack;
  const fault: Fault<C> = {
    guarantee: '',
    name,
    promise: attack.holds,
    mayFailWith,
    mayBreak,
    harm: async (harm) => {
      seen = (await attack.harm(harm)) ?? '';
    },
  };
  const trial = await runTrial(cluster, fault, { seed, users, calmMs });
  if (!isGood(trial)) throw new Error(findingsOf(trial));
  const excused =
    trial.excused > 0
      ? ` (${trial.excused.toLocaleString('en')} got ${mayFailWith.join(' or ')}, and were repeated)`
      : '';
  const calls = `${trial.calls.toLocaleString('en')} calls${excused}`;
  return `${seen ? `${seen}; ` : ''}${calls}, none failed, lost, doubled or wrong`;
}

/** Number of findings of a kind that are shown. */
const maxShown = 3;

function findingsOf(trial: Trial): string {
  const kinds = (['failed', 'lost', 'doubled', 'wrong', 'notLinearizable'] as const).filter(
    (kind) => trial[kind].length > 0,
  );
  const shown = kinds.map(
    (kind) => `${trial[kind].length} ${kind} (${trial[kind].slice(0, maxShown).join('; ')})`,
  );
  return `of ${trial.calls.toLocaleString('en')} calls: ${shown.join(', ')}`;
}
