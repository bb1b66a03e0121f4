import { Lifecycle, logStopProblems } from '../shared/lifecycle.ts';
import type { Tell } from '../shared/log.ts';
import { hostAndPort } from '../shared/serverUrls.ts';
import type { Settings } from '../shared/settings.ts';
import { Apps } from './apps.ts';
import { Turnstile } from './batch/turnstile.ts';
import { Caller } from './calls/caller.ts';
import { Health } from './health.ts';
import { httpApp } from './http/app.ts';
import { HttpServer } from './http/server.ts';
import { RateLimits } from './rateLimits.ts';

type GatewaySettings = Pick<
  Settings,
  'host' | 'port' | 'callDeadlineMs' | 'requestTimeoutMs' | 'mostCalls' | 'mostBytes' | 'drainMs'
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
  const caller = await Caller.start({ redisUrl, deadlineMs, mostCalls, mostBytes, tell });
  lifecycle.onStop('caller', () => caller.stop(), deadlineMs + 1_000);

  const health = new Health(caller.redis);
  const apps = new Apps(caller, settings.secretKey, tell);
  const rateLimits = new RateLimits(caller.redis, tell);
  const turnstile = new Turnstile({ patienceMs: turnShare * deadlineMs });
  const app = httpApp({ caller, turnstile, apps, rateLimits, health, tell });
  const server = new HttpServer(app.callback(), requestTimeoutMs);
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
