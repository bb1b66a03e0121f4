import { newId } from '../../shared/contract/values/idents.ts';
import type { Lifecycle } from '../../shared/runtime/process/lifecycle.ts';
import type { Emit } from '../../shared/runtime/process/log.ts';
import type { RedisClient } from '../../shared/runtime/redis/client.ts';
import type { ServiceClock } from '../../shared/runtime/redis/clock.ts';
import type { KeyRing } from '../../shared/secrets/keyRing.ts';
import { changeNotifier } from '../../shared/wire/changeNotifications.ts';
import { keyHeartbeat, keyHeartbeatMember } from '../../shared/wire/keyHeartbeats.ts';
import type { ChangeReader } from '../stores/changeReader.ts';
import type { WebhookDeliveries } from '../stores/webhookDeliveries.ts';
import { Deliverer } from './deliverer.ts';
import { DeliveryQueue } from './deliveryQueue.ts';
import { Sender } from './deliverySender.ts';
import { publicResolver } from './publicResolver.ts';

interface DeliveryParts {
  readonly keys: KeyRing;
  readonly deliveries: WebhookDeliveries;
  readonly changeReader: ChangeReader;
  readonly redis: RedisClient;
  readonly clock: ServiceClock;
  readonly lifecycle: Lifecycle;
  readonly emit: Emit;
}

export interface Deliveries {
  readonly queue: DeliveryQueue;
  useKeys(ring: KeyRing): void;
}

/** Longer than an attempt may take. */
const stopMs = 12_000;

/** Starts what sends webhooks, and registers its stop. Its keys are announced to `key rotate`, as those of gateways are. */
export function startDeliveries({
  keys,
  deliveries,
  changeReader,
  redis,
  clock,
  lifecycle,
  emit,
}: DeliveryParts): Deliveries {
  let ring = keys;
  const memberId = newId();
  const member = () => keyHeartbeatMember(memberId, ring.ids);
  const heartbeat = keyHeartbeat(redis, clock, member());
  lifecycle.onStop('heartbeat of keys', () => heartbeat.stop());
  const sender = new Sender({ resolve: publicResolver() });
  lifecycle.onStop('connections to receivers', () => sender.stop());
  const publishChanges = changeNotifier(redis);
  const deliverer = new Deliverer({
    deliveries,
    changeReader,
    sender,
    keys: () => ring,
    clock,
    emit,
    publishChanges,
  });
  const queue = new DeliveryQueue({ redis, deliveries, deliverer, emit });
  lifecycle.onStop('deliveries', () => queue.stop(), stopMs);
  const useKeys = (changed: KeyRing) => {
    ring = changed;
    heartbeat.change(member());
  };
  return { queue, useKeys };
}
