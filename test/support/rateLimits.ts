import { queuePrefix } from '../../shared/wire/queues.ts';
import { Apps } from '../../workers/stores/apps.ts';
import { newApp } from './apps.ts';
import type { Cluster } from './cluster.ts';
import type { RawAnswer } from './rawConnection.ts';
import type { Signer } from './rawRequest.ts';
import { database } from './servers.ts';

/** Makes one more app of an account, which may send so many requests a second. */
export async function newLimitedApp(accountId: number, requestsPerSecond: number): Promise<Signer> {
  const app = await newApp(accountId);
  await new Apps(database()).set(app.appId, { requests_per_second: requestsPerSecond });
  return app;
}

/** Lets the second begin that is counted, and last for ever: a busy machine may take longer than one for a test. */
export async function stretchSecond({ gateways }: Cluster, ...keys: readonly string[]): Promise<void> {
  const redis = gateways[0]?.callClient.redis;
  for (const key of keys) await redis?.set(`${queuePrefix}:rate:${key}`, 0);
}

/** Key under which the requests of an account are counted. */
export function accountKey(accountId: number): string {
  return `account.${accountId}`;
}

/** Headers of an answer about the limit; `undefined` for one that is missing. */
export function emittedFor({ headers }: RawAnswer) {
  return { limit: headers['ratelimit-limit'], remaining: headers['ratelimit-remaining'] };
}

/** An answer that tells nothing of limits. */
export const nothingEmitted = { limit: undefined, remaining: undefined };

export function statusesOf(answers: readonly RawAnswer[]): readonly number[] {
  return answers.map(({ status }) => status);
}
