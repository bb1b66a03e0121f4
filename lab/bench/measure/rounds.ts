import { printLine } from '../../../shared/runtime/process/commandOutput.ts';
import type { ScenarioName } from '../data/scenarios.ts';
import type { Options } from '../run/benchOptions.ts';
import type { Workbench } from '../run/workbench.ts';
import type { System } from '../systems/system.ts';
import type { Measurement } from './measurement.ts';
import { measure, warmUp } from './turn.ts';

interface Competitor {
  readonly name: string;
  readonly system: System;
  readonly bench: Workbench;
  readonly file: string;
}

/** Measures all systems on all databases in turns, A B C, C B A, so that other work on the machine affects all of them. */
export async function rounds(
  benches: readonly Workbench[],
  options: Options,
  rows: number,
): Promise<readonly Measurement[]> {
  const measurements: Measurement[] = [];
  const { scenarios, connections: numbers, rounds: count } = options;
  for (const scenario of scenarios) {
    const competitors = await competitorsIn(scenario, benches, options, rows);
    for (const [{ name, system, bench, file }, round] of turnsOf(competitors, count)) {
      const { generator, servers } = bench;
      const equipment = { generator, servers, file, times: options };
      await bench.with(system, scenario, rows, async (running) => {
        await warmUp(running, equipment);
        for (const connections of numbers) {
          const turn = { system: name, scenario, connections, rows, round };
          const measured = await measure(turn, running, equipment);
          printLine(describe(measured));
          measurements.push(measured);
        }
      });
    }
  }
  return measurements;
}

async function competitorsIn(
  scenario: ScenarioName,
  benches: readonly Workbench[],
  { systems }: Options,
  rows: number,
): Promise<readonly Competitor[]> {
  const competitors: Competitor[] = [];
  for (const bench of benches) {
    const file = await bench.prepare(scenario, rows);
    const on = benches.length > 1 ? ` on ${bench.servers.databaseEngine}` : '';
    for (const system of systems) competitors.push({ name: `${system.name}${on}`, system, bench, file });
  }
  return competitors;
}

/** Reverses every other round: otherwise each system would always follow the same other one. */
function* turnsOf(competitors: readonly Competitor[], count: number): Generator<[Competitor, number]> {
  for (let round = 1; round <= count; round += 1)
    for (const one of round % 2 === 1 ? competitors : competitors.toReversed()) yield [one, round];
}

function describe(measured: Measurement): string {
  const { scenario, connections, rows, round, system, requestsPerSecond, p50Ms, p99Ms, failed } = measured;
  const turn = `${scenario}, ${connections} connections, ${rows} rows, round ${round}`;
  const figures = `${Math.round(requestsPerSecond)}/s, p50 ${p50Ms.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms`;
  return `${turn}: ${system} ${figures}, ${failed} failed${measured.failure ? ` (${measured.failure})` : ''}`;
}
