import { existsSync } from 'node:fs';
import path from 'node:path';
import { OperatorError } from '../../shared/runtime/process/explain.ts';
import type { Lifecycle } from '../../shared/runtime/process/lifecycle.ts';
import { printLine } from '../../shared/runtime/process/output.ts';
import { type ByPart, cpuSeconds, type Part } from '../../test/support/processResources.ts';
import { fill } from './data/fill.ts';
import type { LoadResult } from './load/load.ts';
import { spread } from './report/statistics.ts';
import type { SideBySideOptions } from './run/options.ts';
import { Workbench } from './run/workbench.ts';
import { counterfoil } from './systems/counterfoil.ts';
import type { RunningSystem } from './systems/system.ts';

const names = ['other', 'this'] as const;

/** Compares this checkout with another one, each on servers of its own. `sql` measures an index, for example, by dropping it. */
export async function compareCheckouts(options: SideBySideOptions, lifecycle: Lifecycle): Promise<void> {
  const { against, sql, rows, scenarios } = options;
  const folders = [path.resolve(against), path.resolve('.')] as const;
  if (!existsSync(path.join(folders[0], 'dist/cli/main.js')))
    throw new OperatorError(`${folders[0]} is not compiled: run \`node cli/setup.js\` there`);
  const benches = [
    await ready(options, lifecycle, folders[0]),
    await ready(options, lifecycle, folders[1]),
  ] as const;
  for (const statement of sql) await benches[0].servers.database.raw(statement);
  const [first, second] = folders.map((folder, side) =>
    counterfoil(names[side] as string, { gateways: 1, workers: 1, bulk: 0, folder }),
  ) as [ReturnType<typeof counterfoil>, ReturnType<typeof counterfoil>];
  for (const scenario of scenarios) {
    printLine(scenario);
    const files = [
      await benches[0].prepare(scenario, rows),
      await benches[1].prepare(scenario, rows),
    ] as const;
    const sideOf = (side: 0 | 1, running: RunningSystem) => ({
      bench: benches[side],
      file: files[side],
      running,
    });
    await benches[0].with(first, scenario, rows, (other) =>
      benches[1].with(second, scenario, rows, (current) =>
        comparePairs([sideOf(0, other), sideOf(1, current)], options),
      ),
    );
  }
}

/** Gives a checkout tables of its own, so that the cost of a migration, such as a new index, is part of the difference. */
async function ready(options: SideBySideOptions, lifecycle: Lifecycle, folder: string): Promise<Workbench> {
  const bench = await Workbench.set(options, lifecycle, { checkout: folder });
  await fill(bench.servers.database, bench.apps, 0, options.rows);
  return bench;
}

interface Side {
  readonly bench: Workbench;
  readonly file: string;
  readonly running: RunningSystem;
}

interface Turn {
  readonly perSecond: number;
  readonly failed: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** CPU microseconds per request. */
  readonly cpu: ByPart;
}

/** Lets two sides take turns, AB BA AB …, so that a machine that slows down or speeds up favours neither. */
async function comparePairs(
  sides: readonly [Side, Side],
  { connections, rounds, seconds, warmup }: SideBySideOptions,
): Promise<void> {
  const turn = ({ bench, file, running: { urls, parts } }: Side, turnSeconds: number) =>
    measureTurn([...bench.servers.parts, ...parts], () =>
      bench.generator.run({ file, urls, connections, seconds: turnSeconds }),
    );
  for (const side of sides) await turn(side, warmup);
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const turns: Turn[] = [];
    for (const at of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const))
      turns[at] = await turn(sides[at], seconds);
    const [first, second] = turns as [Turn, Turn];
    const ratio = second.perSecond / first.perSecond;
    ratios.push(ratio);
    printLine(`${names[0]} ${describe(first)}\n${names[1]} ${describe(second)}\nratio ${ratio.toFixed(3)}`);
  }
  const all = ratios.toSorted((a, b) => a - b).map((ratio) => ratio.toFixed(3));
  printLine(`median ratio ${spread(ratios).median.toFixed(3)} of ${all.join(', ')}`);
}

async function measureTurn(parts: readonly Part[], load: () => Promise<LoadResult>): Promise<Turn> {
  const before = cpuSeconds(parts);
  const { requests, seconds, failed, p50Ms, p99Ms } = await load();
  const used = Object.entries(cpuSeconds(parts)).map(([name, value]) => {
    const microseconds = ((value - (before[name as keyof ByPart] ?? 0)) * 1e6) / requests;
    return [name, Math.round(microseconds * 10) / 10];
  });
  return { perSecond: requests / seconds, failed, p50Ms, p99Ms, cpu: Object.fromEntries(used) };
}

function describe({ perSecond, failed, p50Ms, p99Ms, cpu }: Turn): string {
  return `${Math.round(perSecond)}/s, p50 ${p50Ms.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms, ${failed} failed, µs ${JSON.stringify(cpu)}`;
}
