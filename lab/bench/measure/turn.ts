import { cpuSeconds, mapParts, residentBytes, usedSince } from '../../../test/support/processResources.ts';
import type { ScenarioName } from '../data/scenarios.ts';
import type { Generator, Load, LoadResult } from '../load/load.ts';
import type { Servers } from '../systems/servers.ts';
import type { RunningSystem } from '../systems/system.ts';
import type { Measurement } from './measurement.ts';
import { countCommands, resetCommands, shareSent } from './redisCommands.ts';
import { ends, meanSetSize } from './setSizes.ts';

/** One number of connections within a system's turn. */
export interface Turn {
  readonly system: string;
  readonly scenario: ScenarioName;
  readonly connections: number;
  readonly rows: number;
  readonly round: number;
}

interface Times {
  /** Seconds of the measurement; `warmup` is in seconds, too. */
  readonly seconds: number;
  readonly warmup: number;
}

/** Connections of the warm-up: a single one would take too long. */
const warmupConnections = 64;

/** Milliseconds of MONITOR before the measurement. */
const listenMs = 300;

/** Sends load for `times.warmup` seconds, so that the system's code gets compiled. */
export async function warmUp({ urls }: RunningSystem, { generator, file, times }: Equipment): Promise<void> {
  await generator.run({ file, urls, connections: warmupConnections, seconds: times.warmup });
}

export async function measure(
  turn: Turn,
  running: RunningSystem,
  { generator, servers, file, times }: Equipment,
): Promise<Measurement> {
  const load: Load = { file, urls: running.urls, connections: turn.connections, seconds: times.seconds };
  const [sent] = await Promise.all([
    shareSent(servers.redisUrl, listenMs),
    generator.run({ ...load, seconds: 1 }),
  ]);

  const parts = [...servers.parts, ...running.parts];
  const logs = running.workerLogs;
  const since = await ends(logs);
  await resetCommands(servers.redis);
  const before = cpuSeconds(parts);
  const result = await generator.run(load);
  const used = { ...usedSince(before, cpuSeconds(parts)), generator: result.cpuSeconds };
  const commands = (await countCommands(servers.redis)) / result.requests;
  return {
    ...turn,
    ...figuresOf(result),
    cpuMicroseconds: mapParts(used, (seconds) => (seconds * 1e6) / result.requests),
    redisCommands: commands * sent,
    redisCommandsInScripts: commands,
    setSize: await meanSetSize(logs, since),
    residentMegabytes: mapParts(residentBytes(parts), (bytes) => bytes / 1e6),
  };
}

export interface Equipment {
  readonly generator: Generator;
  readonly servers: Servers;
  readonly file: string;
  readonly times: Times;
}

function figuresOf({
  requests,
  failed,
  failure,
  seconds,
  p50Ms,
  p99Ms,
  cpuSeconds: cpu,
  threads,
}: LoadResult) {
  return {
    requests,
    failed,
    p50Ms,
    p99Ms,
    ...(failure === undefined ? {} : { failure }),
    requestsPerSecond: requests / seconds,
    generatorBusy: cpu / seconds / threads,
  };
}
