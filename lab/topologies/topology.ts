import type { Fault } from '../faults/fault.ts';
import type { FaultCluster } from '../faults/faultCluster.ts';
import { runTrial, type Trial } from '../faults/trial.ts';

/** Servers other than one database and one Redis, on which the service runs, and the faults that are injected into them. */
export interface Topology<C extends FaultCluster> {
  /** Name in the table of results. */
  readonly name: string;
  /** Starts the servers, migrates the database, and starts gateways and workers; resolves when all of them serve. */
  readonly start: () => Promise<C>;
  readonly faults: readonly Fault<C>[];
}

interface TopologyRun {
  readonly seed: number;
  /** Number of users that send calls at the same time. */
  readonly users: number;
  /** Number of times that each fault is injected. */
  readonly rounds: number;
  /** Receives each result. */
  readonly onTrial: (trial: Trial) => void;
}

/** A topology whose kind of cluster nobody needs to know. */
export interface RunnableTopology {
  readonly name: string;
  run(options: TopologyRun, isChosen?: (fault: { readonly name: string }) => boolean): Promise<void>;
}

/** Starts a topology, injects each of its faults under load, and stops it. */
export function runnable<C extends FaultCluster>({ name, start, faults }: Topology<C>): RunnableTopology {
  return {
    name,
    async run({ seed, users, rounds, onTrial }, isChosen = () => true) {
      const chosen = faults.filter(isChosen);
      if (chosen.length === 0) return;
      const cluster = await start();
      try {
        for (let round = 0; round < rounds; round += 1)
          for (const [index, fault] of chosen.entries()) {
            const trial = { seed: seed + round * chosen.length + index, users, calmMs: 1_000 };
            onTrial(await runTrial(cluster, fault, trial));
          }
      } finally {
        await cluster.stop();
      }
    },
  };
}
