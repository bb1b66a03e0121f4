import { printLine } from '../../shared/runtime/process/commandOutput.ts';
import type { Lifecycle } from '../../shared/runtime/process/lifecycle.ts';
import { fill } from './data/fill.ts';
import { circumstances } from './measure/circumstances.ts';
import type { Measurement, Results } from './measure/measurement.ts';
import { type MemoryCurve, memoryCurves } from './measure/memory.ts';
import { rounds } from './measure/rounds.ts';
import type { Options } from './run/benchOptions.ts';
import { proveSameWork } from './run/proof.ts';
import { Workbench } from './run/workbench.ts';

/** Starts the servers, proves that all systems do the same work, and measures them in turns. */
export async function compare(options: Options, lifecycle: Lifecycle): Promise<Results> {
  const benches: Workbench[] = [];
  for (const databaseEngine of options.databases)
    benches.push(
      await Workbench.set(options, lifecycle, { databaseEngine, rows: Math.max(...options.rows) }),
    );
  const bench = benches[0] as Workbench;
  const around = await circumstances(
    benches.map(({ servers }) => servers),
    bench.generator.name,
  );
  const measurements: Measurement[] = [];
  const memory: MemoryCurve[] = [];
  let filled = 0;
  for (const rows of options.rows) {
    printLine(`Filling the tables to ${rows.toLocaleString('en')} rows each`);
    for (const { servers, apps } of benches)
      await fill(servers.database, apps, [filled, rows], options.scenarios);
    if (filled === 0) for (const each of benches) await proveSameWork(each, options, rows);
    filled = rows;
    if (options.memoryRequests)
      memory.push(...(await memoryCurves(bench, options, rows, options.memoryRequests)));
    else measurements.push(...(await rounds(benches, options, rows)));
  }
  return { circumstances: around, measurements, memory };
}
