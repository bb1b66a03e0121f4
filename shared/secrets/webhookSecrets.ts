import { randomBytes } from 'node:crypto';
import { type KeyRing, markedSecret } from './keyRing.ts';

/** `whsec_` and 32 random bytes in base64, the form of Standard Webhooks. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/** Binds an encrypted secret to its account: no app id begins like this. */
function purposeOf(account: number): string {
  return `webhook-of-${account}`;
}

/** Gateways seal the secret of a request, so that Redis, the inbox and the database never have the secret itself. */
export function sealWebhookSecret(ring: KeyRing, secret: string, account: number): string {
  return markedSecret(secret, purposeOf(account), ring.newest);
}

/** Returns undefined if the secret was encrypted with another key, or changed. */
export function openWebhookSecret(ring: KeyRing, sealed: string, account: number): string | undefined {
  return ring.open(sealed, purposeOf(account));
}
