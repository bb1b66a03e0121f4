import { expect } from 'chai';
import { startGateway } from '../../gateway/gateway.ts';
import { resources } from '../../shared/contract/operations/operation.ts';
import { ignoreEvents } from '../../shared/runtime/process/log.ts';
import { startWorker } from '../../workers/worker.ts';
import { gatewaySettings, workerSettings } from '../support/cluster.ts';
import { startPrivateRedis } from '../support/privateRedis.ts';
import { until } from '../support/until.ts';

/** Milliseconds. Docker kills a container that takes ten seconds to stop. */
const limitMs = 8_000;

describe('stopping while Redis is away', () => {
  // The last ones take more than 3 s, after which BullMQ gives up its wait for a job, and opens the connection anew.
  for (const attempts of [0, 4, 12])
    it(`leaves nothing open after ${attempts} attempts to connect (slow: a worker hopes for Redis twice)`, async () => {
      const redis = await startPrivateRedis();
      const problems: string[] = [];
      let failures = 0;
      const emit = (event: string, fields: unknown) => {
        if (event === 'connection_failed') failures++;
        if (event.startsWith('stop_')) problems.push(`${event} ${JSON.stringify(fields)}`);
      };
      const before = timers();
      const worker = await startWorker(resources, workerSettings(redis.server.url), emit);
      const gateway = await startGateway(gatewaySettings(redis.server.url), ignoreEvents);
      await redis.server.stop();
      await until(() => failures >= attempts);

      const startedAt = performance.now();
      await Promise.all([gateway.stop(), worker.stop()]);
      await redis.remove();

      expect(performance.now() - startedAt).to.be.below(limitMs);
      expect(problems.join('\n')).to.equal('');
      // Open connections do not end by themselves; a last check of stalled jobs does.
      await until(() => timers() <= before);
    });
});

function timers(): number {
  return process.getActiveResourcesInfo().filter((type) => type === 'Timeout').length;
}
