import { KeyRing } from '../shared/keyRing.ts';
import { Lifecycle, logStopProblems } from '../shared/lifecycle.ts';
import type { Tell } from '../shared/log.ts';
import { hostAndPort } from '../shared/serverAddress.ts';
import type { Settings } from '../shared/settings.ts';
import { Apps } from './apps/apps.ts';
import { Nonces } from './apps/nonces.ts';
import { RateLimits } from './apps/rateLimits.ts';
import { RefusalDelay } from './apps/refusalDelay.ts';
import { Turnstile } from './batch/batchLimiter.ts';
import type { Caller } from './calls/callClient.ts';
import { startCaller } from './calls/startCallClient.ts';
import { httpApp } from './http/app.ts';
import { BodyRooms } from './http/bodyRooms.ts';
import { Connections } from './http/connections.ts';
import { Health } from './http/health.ts';
import { HttpServer } from './http/server.ts';
import { SignatureV2 } from './http/signatureV2.ts';
import { KeyAnnouncement } from './keys/keyAnnouncement.ts';
import { KeyGuard } from './keys/keyGuard.ts';

type GatewaySettings = Pick<
  Settings,
  | 'host'
  | 'port'
  | 'callDeadlineMs'
  | 'requestTimeoutMs'
  | 'mostCalls'
  | 'mostBytes'
  | 'maxConnections'
  | 'drainMs'
> & {
  readonly redisUrl: string;
  readonly secretKey: Buffer;
  readonly formerSecretKey?: Buffer | undefined;
};

/** How much of a deadline a batch may wait for its turn; its calls have a deadline of their own after that. */
const turnShare = 0.3;

/** A running gateway. */
export interface Gateway {
  readonly port: number;
  /** The way to call operations without HTTP: for the internal ones. */
  readonly caller: Caller;
  /** Resolves to the reason for which it must not go on. */
  readonly failed: Promise<Error>;
  /** From now on these are its secret keys. */
  useKeys(ring: KeyRing): void;
  stop(): Promise<void>;
}

/**
 * Starts a gateway: HTTP to queue to HTTP. Rejects when Redis can't be reached, the port is taken, or the secret key is
 * known to be wrong.
 */
export async function startGateway(settings: GatewaySettings, tell: Tell): Promise<Gateway> {
  const { host, redisUrl, callDeadlineMs: deadlineMs, requestTimeoutMs, mostCalls, mostBytes } = settings;
  const lifecycle = new Lifecycle(logStopProblems(tell));
  const caller = await startCaller({ redisUrl, deadlineMs, mostCalls, mostBytes, tell });
  lifecycle.onStop('caller', () => caller.stop(), deadlineMs + 1_000);

  const keys = await startKeys(caller, settings, lifecycle, tell);
  const health = new Health(caller.workers, keys.guard);
  const refusalDelay = new RefusalDelay();
  const apps = new Apps({ caller, keys: keys.guard, refusalDelay, tell });
  const signatureV2 = new SignatureV2(new Nonces(caller.redis, caller.clock, deadlineMs), caller.clock);
  const rateLimits = new RateLimits(caller.redis, tell);
  const turnstile = new Turnstile({ patienceMs: turnShare * deadlineMs });
  const connections = new Connections({
    maxConnections: settings.maxConnections,
    readTimeoutMs: requestTimeoutMs,
  });
  const bodyRooms = new BodyRooms(requestTimeoutMs);
  lifecycle.onStop('body rooms', () => bodyRooms.stop());
  const parts = { caller, turnstile, apps, signatureV2, refusalDelay, bodyRooms, connections };
  const app = httpApp({ ...parts, rateLimits, health, tell });
  const server = new HttpServer(app.callback(), { requestTimeoutMs, connections });
  const port = await server.listen(settings.port, host).catch(async (error) => {
    await lifecycle.stop();
    throw error;
  });
  lifecycle.onStop('http', () => server.close(), (1 + turnShare) * deadlineMs + 1_000);
  lifecycle.onStop('draining', () => server.drain(settings.drainMs), settings.drainMs + 1_000);
  lifecycle.onStop('readiness', () => health.stopping());
  tell('started', { address: hostAndPort(host, port) });
  const { failed } = keys.guard;
  return { port, caller, failed, useKeys: keys.change, stop: () => lifecycle.stop() };
}

/** The keys, announced to `key rotate` and compared with the database's. */
async function startKeys(
  caller: Caller,
  { secretKey, formerSecretKey }: GatewaySettings,
  lifecycle: Lifecycle,
  tell: Tell,
) {
  const guard = new KeyGuard(caller, new KeyRing(secretKey, formerSecretKey), tell);
  lifecycle.onStop('keys', () => guard.stop());
  const wrong = await guard.start();
  if (wrong) {
    await lifecycle.stop();
    throw wrong;
  }
  const announcement = new KeyAnnouncement(caller.redis, caller.clock, guard.keyIds);
  lifecycle.onStop('announcement of keys', () => announcement.stop());
  const change = (ring: KeyRing) => {
    guard.change(ring);
    announcement.change(guard.keyIds);
  };
  return { guard, change };
}
