import { createHmac, hash } from 'node:crypto';

const secretPrefix = 'whsec_';

/**
 * Headers of Standard Webhooks (standardwebhooks.com, version 1): `webhook-signature` is over id, time and the exact bytes of
 * the body. `at` is in milliseconds since 1970.
 */
export function signedHeaders(id: string, at: number, body: string, secret: string) {
  const timestamp = `${Math.floor(at / 1_000)}`;
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'content-type': 'application/json',
    'user-agent': 'Counterfoil-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
}

/** Changes of a range that the lists of names leave. `epoch` changes with a restore; `date` is that of the last change. */
export interface DeliveredRange {
  readonly epoch: string;
  readonly webhook: string;
  readonly after: number;
  readonly until: number;
  readonly date: string;
  readonly resources: string;
  readonly kinds: string;
}

/** The same changes have the same id, whoever sends it and however often. */
export function deliveryIdOf(range: DeliveredRange): string {
  const { epoch, webhook, after, until, date, resources, kinds } = range;
  const parts = [epoch, webhook, after, until, date, resources, kinds];
  return `msg_${hash('sha256', JSON.stringify(parts)).slice(0, 32)}`;
}
