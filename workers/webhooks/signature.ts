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

/** What a delivery is made of. `epoch` changes with a restore, `date` is that of its last change. */
export interface DeliveredRange {
  readonly epoch: string;
  readonly webhook: string;
  readonly after: number;
  readonly until: number;
  readonly date: string;
}

/** The same range of changes has the same id, whoever sends it and however often. */
export function deliveryIdOf({ epoch, webhook, after, until, date }: DeliveredRange): string {
  return `msg_${hash('sha256', JSON.stringify([epoch, webhook, after, until, date])).slice(0, 32)}`;
}
