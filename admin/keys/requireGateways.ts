import { setTimeout as delay } from 'node:timers/promises';
import { OperatorError } from '../../shared/runtime/process/explain.ts';
import { ignoreEvents } from '../../shared/runtime/process/log.ts';
import { connectToSend, reached } from '../../shared/runtime/redis/redis.ts';
import { gatewaysWithout } from '../../shared/wire/gatewayKeys.ts';

/** Longer than the announcement of a killed gateway lasts, and than `up` takes to send a new key to its gateway. */
const maxWaitMs = 10_000;
const pollMs = 100;

/** Resolves when every running gateway has the key. Throws an `OperatorError` if some do not get it in time. */
export async function requireGatewaysWith(keyId: string, redisUrl: string): Promise<void> {
  const redis = connectToSend(redisUrl, ignoreEvents);
  try {
    await reached(redis);
    const end = performance.now() + maxWaitMs;
    for (;;) {
      const lacking = await gatewaysWithout(redis, keyId);
      if (lacking === 0) return;
      if (performance.now() > end) throw new OperatorError(lackOf(lacking, keyId));
      await delay(pollMs);
    }
  } finally {
    redis.disconnect();
  }
}

function lackOf(gateways: number, keyId: string): string {
  const which = gateways === 1 ? 'a running gateway lacks' : `${gateways} running gateways lack`;
  return `${which} the key with key id ${keyId}: restart all gateways with it as COUNTERFOIL_SECRET_KEY and the current one as COUNTERFOIL_FORMER_SECRET_KEY, then rotate`;
}
