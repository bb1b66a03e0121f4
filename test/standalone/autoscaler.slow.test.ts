import { expect } from 'chai';
import type { RedisClient } from '../../shared/redis/client.ts';
import type { SeenStatus } from '../../shared/status/readStatuses.ts';
import { statusExpiryKey, statusReportsKey } from '../../shared/status/statusKeys.ts';
import { Autoscaler } from '../../standalone/autoscaler.ts';
import { defaultWorkers, type RoleCounts, type RoleKind } from '../../standalone/roles/roles.ts';
import { openRedis } from '../support/openRedis.ts';
import { gatewayStatus, workerStatus } from '../support/statuses.ts';
import { until } from '../support/until.ts';

const min: RoleCounts = { ...defaultWorkers, gateway: 1 };
const max: RoleCounts = { ...min, article: 3 };

describe('the autoscaler of up', function () {
  this.timeout(30_000);
  let redis: RedisClient;
  let autoscaler: Autoscaler;
  let counts: Record<RoleKind, number>;
  let changes: string[];
  let lines: string[];
  let looks: number;
  beforeEach(async () => {
    redis = openRedis(14);
    await redis.flushdb();
    counts = { ...min };
    changes = [];
    lines = [];
    looks = 0;
    const fleet = {
      count: (kind: RoleKind) => {
        if (kind === 'gateway') looks += 1;
        return counts[kind];
      },
      scaleTo: async (kind: RoleKind, count: number) => {
        changes.push(`${kind} ${count}`);
        counts[kind] = count;
      },
      rebalance: () => {},
    };
    autoscaler = new Autoscaler({
      redis,
      fleet,
      min,
      max,
      targetMs: 500,
      printLine: (line) => lines.push(line),
    });
  });
  afterEach(async () => {
    await autoscaler.stop();
    redis.disconnect();
  });

  const late = (oldestMs: number) =>
    gatewayStatus({
      queues: [{ resource: 'article', lane: 'interactive', oldestMs, inFlight: 99, callsPerSecond: 9 }],
    });
  const full = () => workerStatus({ loop: 0.97, busy: 0.95, running: 20 });

  /** As if these processes had published these a moment ago. */
  async function publish(...statuses: readonly SeenStatus[]): Promise<void> {
    const [seconds] = await redis.time();
    const reportedAt = Number(seconds) * 1_000 + 1_000;
    for (const status of statuses) {
      await redis.zadd(statusExpiryKey, reportedAt + 30_000, status.id);
      await redis.hset(statusReportsKey, status.id, JSON.stringify({ ...status, reportedAt }));
    }
  }

  async function looked(times: number): Promise<void> {
    const before = looks;
    await until(() => looks >= before + times);
  }

  it('starts a worker when the workers are the limit, and says why', async () => {
    await publish(late(2_000), full());

    await until(() => changes.length > 0);

    expect(changes).to.deep.equal(['article 2']);
    expect(lines.join()).to.match(/^Scaling article from 1 to 2: article workers are 97 % busy/);
  });

  it('starts none while calls are in time, and none beyond the maximum', async () => {
    await publish(late(100), full());
    await looked(4);
    const inTime = [...changes];
    counts.article = 3;
    await redis.flushdb();
    await publish(late(60_000), full(), full(), full());
    await looked(4);

    expect(inTime).to.deep.equal([]);
    expect(changes).to.deep.equal([]);
  });

  it('changes nothing while no process has published anything', async () => {
    await looked(4);

    expect(changes).to.deep.equal([]);
  });
});
