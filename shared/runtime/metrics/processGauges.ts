import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { lostLogLines } from '../process/logOutput.ts';
import { version } from '../process/version.ts';
import type { GaugeOf } from './metrics.ts';

interface ThreadState {
  /** Milliseconds since the start in which the event loop worked, and in which it was idle. */
  readonly activeMs: number;
  readonly idleMs: number;
  /** Milliseconds since the start in which the main thread ran, and in which it waited for a processor; 0 if not known. */
  readonly ranMs: number;
  readonly waitedMs: number;
  readonly lostLogLines: number;
}

/** Round trips to Redis, as `RoundTrips` has them. */
interface RedisTrips {
  readonly medianMs: number | undefined;
  readonly late: number;
}

interface ProcessState extends ThreadState {
  readonly redis: RedisTrips;
}

export function processState(): ThreadState {
  const { active, idle } = performance.eventLoopUtilization();
  const [ranMs = 0, waitedMs = 0] = threadTimes();
  return { activeMs: active, idleMs: idle, ranMs, waitedMs, lostLogLines: lostLogLines() };
}

/** Milliseconds of running and of waiting; none if the system has no /proc/self/schedstat (sched-stats.rst of Linux). */
function threadTimes(): readonly number[] {
  try {
    const [ran = 0, waited = 0] = readFileSync('/proc/self/schedstat', 'utf8').split(' ').map(Number);
    return [ran / 1e6, waited / 1e6];
  } catch {
    /* v8 ignore next -- only without /proc. */
    return [];
  }
}

/** Gauges of every role, in addition to prom-client's metrics of the process. */
export const processGauges: readonly GaugeOf<ProcessState>[] = [
  {
    name: 'counterfoil_build_info',
    labelNames: ['version', 'node'],
    help: '1, with the version of Counterfoil and of Node that the process runs.',
    read: () => [[1, version, process.versions.node]],
  },
  {
    name: 'counterfoil_event_loop_active_seconds_total',
    type: 'counter',
    help: 'Time in which the event loop worked. Its rate is the share of one processor that the process can use: near 1, the process is a bottleneck.',
    read: ({ activeMs }) => [[activeMs / 1_000]],
  },
  {
    name: 'counterfoil_processor_wait_seconds_total',
    type: 'counter',
    help: 'Time in which the main thread could run, but got no processor: others used them, or a limit, as of a container, held it back.',
    read: ({ waitedMs }) => [[waitedMs / 1_000]],
  },
  {
    name: 'counterfoil_redis_round_trip_seconds',
    help: 'Median of the last ten round trips to Redis, one a second.',
    read: ({ redis }) => (redis.medianMs === undefined ? [] : [[redis.medianMs / 1_000]]),
  },
  {
    name: 'counterfoil_redis_late_round_trips',
    help: 'How many of the last ten round trips to Redis took over 100 ms, as after lost packets.',
    read: ({ redis }) => [[redis.late]],
  },
  {
    name: 'counterfoil_log_lines_lost_total',
    type: 'counter',
    help: 'Lines that could not be logged because the disk of the log was full.',
    read: ({ lostLogLines: lines }) => [[lines]],
  },
];
