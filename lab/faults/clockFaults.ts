import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { DatabaseEngine } from '../../shared/runtime/settings/settings.ts';
import { SteppedClock } from '../../test/support/steppedClock.ts';
import { ClockWitness } from './clockWitness.ts';
import type { Fault, Harm } from './fault.ts';
import { ProxiedCluster } from './proxiedCluster.ts';

const clockNames = ['Redis', 'database', 'worker', 'gateway'] as const;
type ClockName = (typeof clockNames)[number];

/** Clocks that are stepped at once, and whose they are. Of two workers and two gateways, the first has a host of its own. */
const stepped: readonly (readonly [owner: string, clocks: readonly ClockName[]])[] = [
  ['Redis', ['Redis']],
  ['the database', ['database']],
  ['the host of a worker', ['worker']],
  ['the host of a gateway', ['gateway']],
  ['two hosts, of a worker and of a gateway,', ['worker', 'gateway']],
];

/** Seconds. */
const steps = [2, -2, 90, -90, 1_800, -1_800];

/** Milliseconds of load after each step. */
const afterMs = 1_500;

/** A fault without its harm, which needs the clocks. */
type ClockFault = Pick<Fault, 'guarantee' | 'name' | 'promise' | 'recoveryMs'> & {
  readonly clocks: readonly ClockName[];
  readonly seconds: number;
};

/** Each clock that the service trusts, and those of two hosts at once, stepped by each amount and back. */
export const clockFaults: readonly ClockFault[] = stepped.flatMap(([owner, clocks]) =>
  steps.map((seconds) => ({
    clocks,
    seconds,
    guarantee: 'clock-steps',
    name: `clock of ${owner} stepped by ${seconds > 0 ? '+' : '−'}${Math.abs(seconds)} s and back`,
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
  const byName = {
    Redis: await SteppedClock.start(),
    database: await SteppedClock.start(),
    worker: await SteppedClock.start(),
    gateway: await SteppedClock.start(),
  };
  const requires = [fileURLToPath(new URL('skewedClock.cjs', import.meta.url))];
  const cluster = await ProxiedCluster.start({
    ...(databaseEngine && { databaseEngine }),
    redisClock: byName.Redis,
    databaseClock: byName.database,
    optionsOf: (role, host) =>
      host === 0 ? { requires, env: { CLOCK_SKEW_FILE: path.resolve(byName[role].file) } } : {},
  });
  const faultOf = ({ clocks, seconds, ...fault }: ClockFault): Fault => ({
    ...fault,
    harm: (harm) =>
      stepAndBack(
        harm,
        clocks.map((clock) => byName[clock]),
        seconds,
      ),
  });
  const stop = async () => {
    await cluster.stop();
    for (const clock of Object.values(byName)) await clock.remove();
  };
  return { cluster, faultOf, stop };
}

async function stepAndBack(harm: Harm, clocks: readonly SteppedClock[], seconds: number): Promise<void> {
  const { cluster, draw, mark } = harm;
  const witness = await ClockWitness.start(harm);
  await witness.keep();
  mark();
  for (const [ahead, when] of [
    [seconds, 'after the step'],
    [0, 'after the step back'],
  ] as const) {
    await Promise.all(clocks.map((clock) => clock.set(ahead)));
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
