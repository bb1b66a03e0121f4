import { groupBy } from '../../../shared/contract/values/groupBy.ts';
import { figure, table } from '../../../test/support/markdownTable.ts';
import type { ByPart } from '../../../test/support/processResources.ts';
import type { Measurement } from '../measure/measurement.ts';
import { spread } from './statistics.ts';

export function medians(measurements: readonly Measurement[]): string {
  const headings = [
    'scenario',
    'connections',
    'rows',
    'system',
    'requests/s',
    'from–to',
    'p50 ms',
    'p99 ms',
    'failed',
  ];
  return table(
    headings,
    perSystem(measurements, (group) => {
      const { median, min, max } = spread(group.map(({ requestsPerSecond }) => requestsPerSecond));
      const failed = group.reduce((sum, turn) => sum + turn.failed, 0);
      const latencies = [middle(group, ({ p50Ms }) => p50Ms), middle(group, ({ p99Ms }) => p99Ms)];
      return [figure(median), `${figure(min)}–${figure(max)}`, ...latencies, String(failed)];
    }),
  );
}

const parts = ['gateway', 'worker', 'server', 'redis', 'database', 'generator'] as const;

/** Formats the costs of a request: CPU microseconds of each part, commands to Redis, and the calls of a set. */
export function costs(measurements: readonly Measurement[]): string {
  const headings = [
    ...turnHeadings,
    ...parts,
    'generator busy',
    'Redis commands',
    'with scripts',
    'set size',
  ];
  return table(
    headings,
    perSystem(measurements, (group) => [
      ...byPart(group, ({ cpuMicroseconds }) => cpuMicroseconds),
      `${middle(group, ({ generatorBusy }) => generatorBusy * 100)} %`,
      middle(group, ({ redisCommands }) => redisCommands),
      middle(group, ({ redisCommandsInScripts }) => redisCommandsInScripts),
      middle(group, ({ setSize }) => setSize || Number.NaN),
    ]),
  );
}

/** Formats the megabytes that the largest process of each part held at the end of its turn. */
export function memory(measurements: readonly Measurement[]): string {
  const held = parts.slice(0, -1);
  return table(
    [...turnHeadings, ...held],
    perSystem(measurements, (group) => byPart(group, ({ residentMegabytes }) => residentMegabytes, held)),
  );
}

const turnHeadings = ['scenario', 'connections', 'rows', 'system'];

function perSystem(
  measurements: readonly Measurement[],
  cellsOf: (group: readonly Measurement[]) => readonly string[],
): string[][] {
  const groups = groupBy(
    measurements,
    (turn) => `${turn.scenario} ${turn.rows} ${turn.connections} ${turn.system}`,
  );
  return [...groups.values()].map((group) => {
    const { scenario, connections, rows, system } = group[0] as Measurement;
    return [scenario, String(connections), rows.toLocaleString('en'), system, ...cellsOf(group)];
  });
}

function byPart(
  group: readonly Measurement[],
  of: (turn: Measurement) => ByPart,
  names: readonly (typeof parts)[number][] = parts,
): string[] {
  return names.map((name) => middle(group, (turn) => of(turn)[name] ?? Number.NaN));
}

function middle(group: readonly Measurement[], of: (turn: Measurement) => number): string {
  return figure(spread(group.map(of)).median);
}
