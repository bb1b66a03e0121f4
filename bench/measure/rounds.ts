import type { Options } from '../options.ts';
import { say } from '../say.ts';
import type { System } from '../systems/system.ts';
import type { Workbench } from '../workbench.ts';
import type { Measurement } from './measurement.ts';
import { measure, warmUp } from './turn.ts';

/** Measures all systems in turns, A B C, C B A, so that whatever else the machine does meets all of them. */
export async function rounds(bench: Workbench, rows: number): Promise<readonly Measurement[]> {
  const measurements: Measurement[] = [];
  for (const scenario of bench.options.scenarios) {
    const equipment = { ...bench, file: await bench.prepare(scenario, rows), times: bench.options };
    for (const [system, round] of turnsOf(bench.options)) {
      await bench.with(system, scenario, rows, async (running) => {
        await warmUp(running, equipment);
        for (const connections of bench.options.connections) {
          const turn = { system: system.name, scenario, connections, rows, round };
          const measured = await measure(turn, running, equipment);
          say(describe(measured));
          measurements.push(measured);
        }
      });
    }
  }
  return measurements;
}

/** Every other round goes backwards: otherwise the same system would always come after the same other one. */
function* turnsOf({ rounds: count, systems }: Options): Generator<[System, number]> {
  for (let round = 1; round <= count; round += 1)
    for (const system of round % 2 === 1 ? systems : systems.toReversed()) yield [system, round];
}

function describe(measured: Measurement): string {
  const { scenario, connections, rows, round, system, requestsPerSecond, p50Ms, p99Ms, failed } = measured;
  const turn = `${scenario}, ${connections} connections, ${rows} rows, round ${round}`;
  const figures = `${Math.round(requestsPerSecond)}/s, p50 ${p50Ms.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms`;
  return `${turn}: ${system} ${figures}, ${failed} failed${measured.failure ? ` (${measured.failure})` : ''}`;
}
