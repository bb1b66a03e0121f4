import { timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { hmac } from '../../../shared/contract/keys/hmac.ts';
import { KeyRing } from '../../../shared/secrets/keyRing.ts';
import type { Database } from '../../../workers/database/database.ts';
import { Apps } from '../../../workers/stores/apps.ts';

export interface PeerApp {
  readonly appId: string;
  readonly account: number;
  readonly secrets: readonly string[];
}

/** Milliseconds; our gateway keeps apps as long. */
const keptMs = 8_000;

/** Caches apps for a few seconds. Concurrent requests that miss the same app share one look-up. */
export function peerApps(
  database: Database,
  secretKey: Buffer,
): (appId: string) => Promise<PeerApp | undefined> {
  const ring = new KeyRing(secretKey);
  const apps = new LRUCache<string, PeerApp>({
    max: 10_000,
    ttl: keptMs,
    allowStale: true,
    fetchMethod: async (appId) => {
      const row = (await new Apps(database).withAccounts([appId])).get(appId);
      if (!row) return undefined;
      const sealed = [row.secret, row.former_secret].filter((secret) => secret !== null);
      const secrets = sealed
        .map((secret) => ring.open(secret, appId))
        .filter((secret) => secret !== undefined);
      return { appId, account: row.account_id, secrets };
    },
  });
  return (appId) => apps.fetch(appId);
}

/** Parses `X-Svc-Hmac`; missing parts are empty. */
export function signatureOf(header: string): { readonly appId: string; readonly digest: Buffer } {
  const [appId = '', digest = ''] = header.split(':');
  return { appId, digest: Buffer.from(digest, 'base64') };
}

export function isSignedBy({ secrets }: PeerApp, body: Buffer, digest: Buffer): boolean {
  return secrets.some((secret) => {
    const expected = hmac(body, secret);
    return expected.length === digest.length && timingSafeEqual(expected, digest);
  });
}
