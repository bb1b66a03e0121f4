import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Fault } from './fault.ts';
import type { FaultCluster } from './faultCluster.ts';

const preload = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** The value that makes a worker with poison.cjs crash. */
const poison = 'deadly nightshade';

/** Kills each worker that gets the call; its neighbours wait for workers to start. */
export const deadlyCall: Fault<FaultCluster> = {
  guarantee: 'deadly-call',
  name: 'call that kills its worker',
  promise: 'it is given up alone, and its neighbours are answered',
  harm: async ({ cluster, client, mark }) => {
    await cluster.replaceWorkers({ requires: [preload('poison.cjs')] });
    mark();
    const { outcome, failures } = await client().call('article.create', { article_title: poison });
    const stored = await cluster.database('articles').where({ article_title: poison });
    await cluster.replaceWorkers();
    if (outcome !== 'failed' || failures.join() !== '500' || stored.length > 0)
      throw new Error(
        `the call that kills its worker was ${outcome ?? 'not answered'} (${failures.join()}), and stored ${stored.length} times`,
      );
  },
};

/** Faults of workers other than their end. */
export const workerFaults: readonly Fault<FaultCluster>[] = [
  deadlyCall,
  {
    guarantee: 'clock-skew',
    name: "hosts' clocks a minute apart",
    promise: 'deadlines hold',
    harm: async ({ cluster, mark }) => {
      const requires = [preload('skewedClock.cjs')];
      mark();
      for (const CLOCK_SKEW_MS of ['60000', '-60000']) {
        await cluster.replaceWorkers({ requires, env: { CLOCK_SKEW_MS } });
        await delay(500);
      }
      await cluster.replaceWorkers();
    },
  },
];
