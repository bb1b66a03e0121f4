import { printLine } from '../../shared/runtime/process/commandOutput.ts';
import { explain } from '../../shared/runtime/process/explain.ts';
import { describeStopProblem, Lifecycle } from '../../shared/runtime/process/lifecycle.ts';
import { onStopSignal } from '../../shared/runtime/process/stopSignals.ts';
import { compareBase } from './compare/compareBase.ts';
import { compareReport } from './compare/compareReport.ts';
import { compare } from './comparison.ts';
import { benchImports } from './import/importBench.ts';
import { importReport } from './import/report.ts';
import { benchLists } from './lists/listBench.ts';
import { publish, publishAs } from './report/publish.ts';
import { type Benches, runChosen } from './run/benchOptions.ts';

const benches: Benches = {
  peers: async (options, lifecycle) => publish(await compare(options, lifecycle), options.out),
  compare: async (options, lifecycle) => {
    const results = await compareBase(options, lifecycle);
    await publishAs('base', results, compareReport(results), options.out);
  },
  imports: async (options, lifecycle) => {
    const results = await benchImports(options, lifecycle);
    await publishAs('imports', results, importReport(results), options.out);
  },
  lists: benchLists,
};
const lifecycle = new Lifecycle((problem) => printLine(describeStopProblem(problem)));
let stopping = false;
onStopSignal(async (reason) => {
  stopping = true;
  printLine(`Stopping (${reason})`);
  await lifecycle.stop();
  process.exit(1);
});

try {
  await runChosen(benches, lifecycle);
} catch (error) {
  // Calls in flight fail when their servers stop.
  if (!stopping) printLine(`bench: ${explain(error)}`);
  process.exitCode = 1;
} finally {
  await lifecycle.stop();
}
