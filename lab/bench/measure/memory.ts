import { printLine } from '../../../shared/runtime/process/commandOutput.ts';
import { type ByPart, mapParts, type Part, residentBytes } from '../../../test/support/processResources.ts';
import type { ScenarioName } from '../data/scenarios.ts';
import type { Options } from '../run/benchOptions.ts';
import type { Workbench } from '../run/workbench.ts';
import type { RunningSystem, System } from '../systems/system.ts';

interface MemorySample {
  readonly requests: number;
  readonly residentMegabytes: ByPart;
}

export interface MemoryCurve {
  readonly system: string;
  readonly scenario: ScenarioName;
  readonly connections: number;
  readonly rows: number;
  readonly failed: number;
  readonly samples: readonly MemorySample[];
}

export async function memoryCurves(
  bench: Workbench,
  options: Options,
  rows: number,
  requests: number,
): Promise<readonly MemoryCurve[]> {
  const curves: MemoryCurve[] = [];
  for (const scenario of options.scenarios) {
    const file = await bench.prepare(scenario, rows);
    for (const system of options.systems)
      curves.push(
        await bench.with(system, scenario, rows, (running) =>
          curveOf({ bench, options, system, scenario, rows, file }, running, requests),
        ),
      );
  }
  return curves;
}

interface Subject {
  readonly bench: Workbench;
  readonly options: Options;
  readonly system: System;
  readonly scenario: ScenarioName;
  readonly rows: number;
  readonly file: string;
}

async function curveOf(
  { bench, options, system: { name: system }, scenario, rows, file }: Subject,
  running: RunningSystem,
  requests: number,
): Promise<MemoryCurve> {
  const connections = Math.max(...options.connections);
  const load = { file, urls: running.urls, connections, seconds: options.seconds };
  const parts = [...running.parts, ...bench.servers.parts];
  const samples = [sampleOf(0, parts)];
  let answered = 0;
  let failed = 0;
  while (answered < requests) {
    const result = await bench.generator.run(load);
    if (result.requests === 0) throw new Error(`${system} answers nothing`);
    answered += result.requests;
    failed += result.failed;
    samples.push(sampleOf(answered, parts));
    printLine(`${scenario}: ${system} holds ${describe(samples.at(-1) as MemorySample)}`);
  }
  return { system, scenario, connections, rows, failed, samples };
}

function sampleOf(requests: number, parts: readonly Part[]): MemorySample {
  return { requests, residentMegabytes: mapParts(residentBytes(parts), (bytes) => bytes / 1e6) };
}

function describe({ requests, residentMegabytes }: MemorySample): string {
  const parts = Object.entries(residentMegabytes).map(([part, size]) => `${part} ${Math.round(size)} MB`);
  return `${parts.join(', ')} after ${requests} requests`;
}
