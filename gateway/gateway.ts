import type { Socket } from 'node:net';
import { newId } from '../shared/contract/values/idents.ts';
import { type Lifecycle, startOrStop } from '../shared/runtime/process/lifecycle.ts';
import { type Emit, withHandlers } from '../shared/runtime/process/log.ts';
import { hostAndPort } from '../shared/runtime/settings/serverAddress.ts';
import type { Settings } from '../shared/runtime/settings/settings.ts';
import type { Tracer } from '../shared/runtime/traces/tracer.ts';
import { KeyRing } from '../shared/secrets/keyRing.ts';
import { keyHeartbeat, keyHeartbeatMember } from '../shared/wire/keyHeartbeats.ts';
import { RoundTrips } from '../shared/wire/status/roundTrips.ts';
import { StatusPublisher } from '../shared/wire/status/statusPublisher.ts';
import { AccountTally } from './apps/accountTally.ts';
import { AppCache } from './apps/appCache.ts';
import { Nonces } from './apps/nonces.ts';
import { RateLimits } from './apps/rateLimits.ts';
import { RejectionDelay } from './apps/rejectionDelay.ts';
import { BatchLimiter } from './batch/batchLimiter.ts';
import type { CallClient } from './calls/callClient.ts';
import { startCallClient } from './calls/startCallClient.ts';
import { WaitingReaders } from './changes/waitingReaders.ts';
import { BodyRooms } from './http/bodyRooms.ts';
import { Connections } from './http/connections.ts';
import { Health } from './http/health.ts';
import { httpApp } from './http/httpApp.ts';
import { HttpServer } from './http/server.ts';
import { Simulator } from './http/simulator.ts';
import { KeyGuard } from './keys/keyGuard.ts';
import { countGatewayEvents } from './monitor/countGatewayEvents.ts';
import { gatewayMeters } from './monitor/gatewayMeters.ts';
import { GatewayMonitor } from './monitor/gatewayMonitor.ts';
import { GatewayStatusSource } from './monitor/gatewayStatus.ts';
import { RejectionCounts } from './monitor/rejectionCounts.ts';
import { limitUnsignedLines } from './monitor/unsignedLines.ts';

type GatewaySettings = Pick<
  Settings,
  | 'host'
  | 'port'
  | 'callDeadlineMs'
  | 'requestTimeoutMs'
  | 'maxCalls'
  | 'maxBytes'
  | 'maxConnections'
  | 'drainMs'
  | 'scalingTargetMs'
  | 'servesDocs'
> & {
  readonly redisUrl: string;
  readonly secretKey: Buffer;
  readonly formerSecretKey?: Buffer | undefined;
};

interface GatewayDependencies {
  readonly settings: GatewaySettings;
  readonly callClient: CallClient;
  readonly rejections: RejectionCounts;
  readonly lifecycle: Lifecycle;
  readonly meters: ReturnType<typeof gatewayMeters>;
  readonly emit: Emit;
  readonly tracer: Tracer | undefined;
}

/** Share of the deadline that a batch may wait for its turn. Its calls have a deadline of their own after that. */
const turnShare = 0.3;

export interface Gateway {
  readonly port: number;
  /** Calls operations without HTTP, including internal ones. */
  readonly callClient: CallClient;
  /** Resolves to the reason why the gateway must stop. */
  readonly failed: Promise<Error>;
  readonly monitor: GatewayMonitor;
  accept(socket: Socket): void;
  useKeys(ring: KeyRing): void;
  stop(): Promise<void>;
}

/** Rejects if Redis can't be reached, the port is taken, or the secret key is known to be wrong. */
export function startGateway(settings: GatewaySettings, log: Emit, tracer?: Tracer): Promise<Gateway> {
  const { redisUrl, callDeadlineMs: deadlineMs, maxCalls, maxBytes } = settings;
  const meters = gatewayMeters();
  const rejections = new RejectionCounts();
  const emit = withHandlers(limitUnsignedLines(log), countGatewayEvents(meters), rejections.handlers);
  return startOrStop(emit, async (lifecycle) => {
    const callClient = await startCallClient({ redisUrl, deadlineMs, maxCalls, maxBytes, emit });
    lifecycle.onStop('call client', () => callClient.stop(), deadlineMs + 1_000);
    return start({ settings, callClient, meters, rejections, lifecycle, emit, tracer });
  });
}

/** Starts the parts, and registers the stop of each with the lifecycle, even if it rejects. */
async function start(dependencies: GatewayDependencies): Promise<Gateway> {
  const { settings, callClient, meters, rejections, lifecycle, emit, tracer } = dependencies;
  const { host, callDeadlineMs: deadlineMs, requestTimeoutMs } = settings;
  const { redis, clock } = callClient;
  tracer?.follow(clock);
  const keys = await startKeys(callClient, settings, lifecycle, emit);
  const health = new Health(callClient.watch, keys.guard);
  const accounts = new AccountTally();
  const rejectionDelay = new RejectionDelay();
  const nonces = new Nonces(redis, clock, deadlineMs);
  lifecycle.onStop('nonces', () => nonces.stop());
  const bodyRooms = new BodyRooms(requestTimeoutMs);
  lifecycle.onStop('body rooms', () => bodyRooms.stop());
  const { maxConnections, scalingTargetMs } = settings;
  const connections = new Connections({ maxConnections, readTimeoutMs: requestTimeoutMs });
  const waitingReaders = new WaitingReaders({ redis, emit });
  const batchLimiter = new BatchLimiter({ maxWaitMs: turnShare * deadlineMs, callClient });
  const watched = { callClient, batchLimiter, waitingReaders, connections, health };
  const simulator = new Simulator(redis);
  const app = httpApp({
    ...watched,
    apps: new AppCache({ callClient, keys: keys.guard, rejectionDelay, emit }),
    keys: keys.guard,
    nonces,
    clock,
    rateLimits: new RateLimits(redis, emit),
    simulator,
    servesDocs: settings.servesDocs,
    rejectionDelay,
    bodyRooms,
    accounts,
    emit,
    tracer,
  });
  const server = new HttpServer(app.callback(), { requestTimeoutMs, connections });
  const roundTrips = new RoundTrips();
  const monitor = new GatewayMonitor({ ...watched, keys: keys.guard, meters, scalingTargetMs, roundTrips });
  const source = new GatewayStatusSource({ monitor, callClient, accounts, rejections });
  const publisher = new StatusPublisher(redis, clock, source, roundTrips);
  lifecycle.onStop('status', () => publisher.stop());
  const port = await listen(server, settings, lifecycle);
  lifecycle.onStop('waiting readers', () => waitingReaders.stop());
  lifecycle.onStop('delayed requests', () => simulator.stop());
  lifecycle.onStop('readiness', () => health.markStopping());
  emit('started', { address: hostAndPort(host, port) });
  return {
    port,
    callClient,
    failed: keys.guard.failed,
    monitor,
    useKeys: keys.change,
    accept: (socket) => server.accept(socket),
    stop: () => lifecycle.stop(),
  };
}

async function listen(
  server: HttpServer,
  { host, port, drainMs, callDeadlineMs }: GatewaySettings,
  lifecycle: Lifecycle,
): Promise<number> {
  const chosen = await server.listen(port, host);
  lifecycle.onStop('http', () => server.close(), (1 + turnShare) * callDeadlineMs + 1_000);
  lifecycle.onStop('draining', () => server.drain(drainMs), drainMs + 1_000);
  return chosen;
}

/** Announces the keys to `key rotate` and compares them with those of the database. */
async function startKeys(
  callClient: CallClient,
  { secretKey, formerSecretKey }: GatewaySettings,
  lifecycle: Lifecycle,
  emit: Emit,
) {
  const guard = new KeyGuard(callClient, new KeyRing(secretKey, formerSecretKey), emit);
  lifecycle.onStop('keys', () => guard.stop());
  const wrong = await guard.start();
  if (wrong) throw wrong;
  const gatewayId = newId();
  const member = () => keyHeartbeatMember(gatewayId, guard.keyIds, callClient.deadlineMs);
  const heartbeat = keyHeartbeat(callClient.redis, callClient.clock, member());
  lifecycle.onStop('heartbeat of keys', () => heartbeat.stop());
  const change = (ring: KeyRing) => {
    guard.change(ring);
    heartbeat.change(member());
  };
  return { guard, change };
}
