import { setTimeout as delay } from 'node:timers/promises';
import type { EmbeddedServer } from '../../servers/embeddedServers.ts';
import type { DatabaseEngine } from '../../shared/runtime/settings/settings.ts';
import { type MigratedDatabase, startMigratedDatabase } from '../../test/support/privateDatabase.ts';
import { SentinelRedis } from '../../test/support/redisSentinel.ts';
import { until } from '../../test/support/until.ts';
import { ClockWitness } from '../faults/clockWitness.ts';
import type { Fault, Harm } from '../faults/fault.ts';
import { FaultCluster } from '../faults/faultCluster.ts';
import { killServer } from '../faults/servers.ts';
import type { Topology } from './topology.ts';

/** Gateways and workers on a Redis with a replica, which three Sentinels watch. */
export class BehindSentinel extends FaultCluster {
  readonly redis: SentinelRedis;

  private constructor(redis: SentinelRedis, { url, remove }: MigratedDatabase) {
    super({
      databaseUrl: url,
      env: { DATABASE_URL: url, REDIS_URL: redis.url },
      stopServers: () => Promise.all([redis.stop(), remove()]),
    });
    this.redis = redis;
  }

  static async start(databaseEngine?: DatabaseEngine): Promise<BehindSentinel> {
    const [redis, database] = await Promise.all([
      SentinelRedis.start(),
      startMigratedDatabase(databaseEngine),
    ]);
    const cluster = new BehindSentinel(redis, database);
    await cluster.startRoles();
    return cluster;
  }
}

const common = {
  guarantee: 'sentinel-failover',
  promise: 'its replica takes over, and no call is lost',
  recoveryMs: 4_000,
};

/** Resolves when all Sentinels know the new master. */
export async function replaced(redis: SentinelRedis, master: EmbeddedServer): Promise<void> {
  await until(async () => ![master, undefined].includes(await redis.master()));
}

async function killMaster({ cluster: { redis }, mark }: Harm<BehindSentinel>): Promise<void> {
  const master = (await redis.master()) as EmbeddedServer;
  mark();
  await killServer(master);
  await replaced(redis, master);
  await master.start();
  await redis.settled();
}

/** Kills the master for a moment: when it is back, some Sentinels still take it for the master. */
async function killMasterBriefly({ cluster: { redis }, mark }: Harm<BehindSentinel>): Promise<void> {
  const master = (await redis.master()) as EmbeddedServer;
  mark();
  await killServer(master);
  await until(async () => (await redis.masters()).some((known) => known !== master));
  await master.start();
  await replaced(redis, master);
  await redis.settled();
}

async function freezeMaster({ cluster: { redis }, mark }: Harm<BehindSentinel>): Promise<void> {
  const master = (await redis.master()) as EmbeddedServer;
  mark();
  process.kill(master.pid as number, 'SIGSTOP');
  try {
    await replaced(redis, master);
    // The former master wakes up when all calls go to the new one.
    await delay(2_000);
  } finally {
    process.kill(master.pid as number, 'SIGCONT');
  }
  await redis.settled();
}

/** Kills the master, whose replica has another clock, and then the replica that took over. */
function failOverTo(seconds: number): Fault<BehindSentinel> {
  const harm = async (given: Harm<BehindSentinel>) => {
    const { redis } = given.cluster;
    const clock = await redis.replicaClock();
    await clock.set(seconds);
    const witness = await ClockWitness.start(given);
    await witness.keep();
    for (const when of ['after the fail-over', 'after the fail-over back']) {
      // A fail-over may lose nonces of the last second, whatever the clocks say.
      await redis.replicated();
      await killMaster(given);
      await witness.check(when);
      await witness.keep();
    }
    await witness.finish();
    await clock.set(0);
    if (witness.problems.length > 0) throw new Error(witness.problems.join('; '));
  };
  return {
    guarantee: 'clock-steps',
    recoveryMs: common.recoveryMs,
    harm,
    name: `master killed whose replica's clock is ${Math.abs(seconds)} s ${seconds < 0 ? 'behind' : 'ahead'}`,
    promise: 'no call fails, no cursor expires, no recorded request passes, and readers by date miss nothing',
  };
}

export const sentinelFaults: readonly Fault<BehindSentinel>[] = [
  { ...common, name: 'master killed', harm: killMaster },
  { ...common, name: 'master killed and started again at once', harm: killMasterBriefly },
  { ...common, name: 'master frozen and back', harm: freezeMaster },
  ...[-2, -90, -1_800, 1_800].map(failOverTo),
];

export const behindSentinel: Topology<BehindSentinel> = {
  name: 'Redis with Sentinel',
  start: () => BehindSentinel.start(),
  faults: sentinelFaults,
};
