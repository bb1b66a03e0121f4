import { AppIds } from '../shared/appIds.ts';
import { Lifecycle, logStopProblems } from '../shared/lifecycle.ts';
import type { Tell } from '../shared/log.ts';
import { hostAndPort } from '../shared/serverAddress.ts';
import type { Settings } from '../shared/settings.ts';
import { Apps } from './apps.ts';
import { Turnstile } from './batch/turnstile.ts';
import type { Caller } from './calls/caller.ts';
import { startCaller } from './calls/startCaller.ts';
import { Health } from './health.ts';
import { httpApp } from './http/app.ts';
import { BodyRooms } from './http/bodyRooms.ts';
import { Connections } from './http/connections.ts';
import { HttpServer } from './http/server.ts';
import { SignatureV2 } from './http/signatureV2.ts';
import { Nonces } from './nonces.ts';
import { RateLimits } from './rateLimits.ts';
import { RefusalDelay } from './refusalDelay.ts';

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
};

/** How much of a deadline a batch may wait for its turn; its calls have a deadline of their own after that. */
const turnShare = 0.3;

/** A running gateway. */
export interface Gateway {
  readonly port: number;
  /** The way to call operations without HTTP: for the internal ones. */
  readonly caller: Caller;
  stop(): Promise<void>;
}

/** Starts a gateway: HTTP to queue to HTTP. Rejects when Redis can't be reached or the port is taken. */
export async function startGateway(settings: GatewaySettings, tell: Tell): Promise<Gateway> {
  const { host, redisUrl, callDeadlineMs: deadlineMs, requestTimeoutMs, mostCalls, mostBytes } = settings;
  const lifecycle = new Lifecycle(logStopProblems(tell));
  const caller = await startCaller({ redisUrl, deadlineMs, mostCalls, mostBytes, tell });
  lifecycle.onStop('caller', () => caller.stop(), deadlineMs + 1_000);

  const health = new Health(caller.workers);
  const { secretKey } = settings;
  const refusalDelay = new RefusalDelay();
  const apps = new Apps({ caller, secretKey, appIds: new AppIds(secretKey), refusalDelay, tell });
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
  return { port, caller, stop: () => lifecycle.stop() };
}
