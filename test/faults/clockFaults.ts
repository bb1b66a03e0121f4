import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { DatabaseEngine } from '../../shared/settings/settings.ts';
import { SteppedClock } from '../support/steppedClock.ts';
import { ClockWitness } from './clockWitness.ts';
import type { Fault, Harm } from './fault.ts';
import { ProxiedCluster } from './proxiedCluster.ts';

const clocks = ['Redis', 'worker', 'gateway'] as const;
type ClockName = (typeof clocks)[number];

/** Whose clock it is. Of two workers and two gateways, the first has a host of its own. */
const owners: Readonly<Record<ClockName, string>> = {
  Redis: 'Redis',
  worker: 'the host of a worker',
  gateway: 'the host of a gateway',
};

/** Seconds. */
const steps = [2, -2, 90, -90, 1_800, -1_800];

/** Milliseconds of load after each step. */
const afterMs = 1_500;

/** A fault without its harm, which needs the clocks. */
type ClockFault = Pick<Fault, 'guarantee' | 'name' | 'promise' | 'recoveryMs'> & {
  readonly clock: ClockName;
  readonly seconds: number;
};

/** Each clock that the service trusts, stepped by each amount and back. */
export const clockFaults: readonly ClockFault[] = clocks.flatMap((clock) =>
  steps.map((seconds) => ({
    clock,
    seconds,
    guarantee: 'clock-steps',
    name: `clock of ${owners[clock]} stepped by ${seconds > 0 ? '+' : '−'}${Math.abs(seconds)} s and back`,
    promise: 'no call fails, no cursor expires, no recorded request passes, and readers by date miss nothing',
    recoveryMs: 8_000,
  })),
);

/** A cluster whose clocks can be stepped. */
interface ClockCluster {
  readonly cluster: ProxiedCluster;
  readonly faultOf: (fault: ClockFault) => Fault;
  readonly stop: () => Promise<void>;
}

/** Starts a cluster whose clocks can be stepped. Throws if libfaketime is neither there nor can be had. */
export async function startClockCluster(databaseEngine?: DatabaseEngine): Promise<ClockCluster> {
  const [redis, worker, gateway] = [
    await SteppedClock.start(),
    await SteppedClock.start(),
    await SteppedClock.start(),
  ];
  const byName = { Redis: redis, worker, gateway };
  const requires = [fileURLToPath(new URL('skewedClock.cjs', import.meta.url))];
  const cluster = await ProxiedCluster.start({
    ...(databaseEngine && { databaseEngine }),
    redisClock: redis,
    optionsOf: (role, host) =>
      host === 0 ? { requires, env: { CLOCK_SKEW_FILE: path.resolve(byName[role].file) } } : {},
  });
  const faultOf = ({ clock, seconds, ...fault }: ClockFault): Fault => ({
    ...fault,
    harm: (harm) => stepAndBack(harm, byName[clock], seconds),
  });
  const stop = async () => {
    await cluster.stop();
    for (const clock of Object.values(byName)) await clock.remove();
  };
  return { cluster, faultOf, stop };
}

async function stepAndBack(harm: Harm, clock: SteppedClock, seconds: number): Promise<void> {
  const { cluster, draw, mark } = harm;
  const witness = await ClockWitness.start(harm);
  await witness.keep();
  mark();
  for (const [ahead, when] of [
    [seconds, 'after the step'],
    [0, 'after the step back'],
  ] as const) {
    await clock.set(ahead);
    await witness.check(`right ${when}`);
    await delay(afterMs);
    await witness.check(when);
    // Its calls are taken over as fast as before.
    const worker = draw.one(cluster.workers);
    worker.signal('SIGKILL');
    await delay(100);
    await worker.ready();
    await witness.check(`${when} and the death of a worker`);
    await witness.keep();
  }
  await witness.finish();
  if (witness.problems.length > 0) throw new Error(witness.problems.join('; '));
}
