import { say } from '../say.ts';
import type { ScenarioName } from '../scenarios.ts';
import type { System } from '../systems/system.ts';
import type { Workbench } from '../workbench.ts';
import type { Measurement } from './measurement.ts';
import { measure, type Turn } from './turn.ts';

/** Measures all systems in turns, A B C, A B C, so that whatever else the machine does meets all of them. */
export async function rounds(bench: Workbench, rows: number): Promise<readonly Measurement[]> {
  const measurements: Measurement[] = [];
  for (const scenario of bench.options.scenarios) {
    const file = await bench.prepare(scenario, rows);
    for (const [system, turn] of turnsOf(bench, scenario, rows)) {
      const equipment = { ...bench, file, times: bench.options };
      const measured = await bench.with(system, scenario, rows, (running) =>
        measure(turn, running, equipment),
      );
      say(describe(measured));
      measurements.push(measured);
    }
  }
  return measurements;
}

/** Every other round goes backwards: otherwise the same system would always come after the same other one. */
function* turnsOf({ options }: Workbench, scenario: ScenarioName, rows: number): Generator<[System, Turn]> {
  for (let round = 1; round <= options.rounds; round += 1) {
    const order = round % 2 === 1 ? options.systems : options.systems.toReversed();
    for (const connections of options.connections)
      for (const system of order) yield [system, { system: system.name, scenario, connections, rows, round }];
  }
}

function describe(measured: Measurement): string {
  const { scenario, connections, rows, round, system, requestsPerSecond, p50Ms, p99Ms, failed } = measured;
  const turn = `${scenario}, ${connections} connections, ${rows} rows, round ${round}`;
  const figures = `${Math.round(requestsPerSecond)}/s, p50 ${p50Ms.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms`;
  return `${turn}: ${system} ${figures}, ${failed} failed${measured.failure ? ` (${measured.failure})` : ''}`;
}
