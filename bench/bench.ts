import { explain } from '../shared/process/explain.ts';
import { describeStopProblem, Lifecycle } from '../shared/process/lifecycle.ts';
import { printLine } from '../shared/process/output.ts';
import { onStopSignal } from '../standalone/system/stopSignals.ts';
import { compare } from './comparison.ts';
import { benchFinds } from './find/findBench.ts';
import { readFindOptions } from './find/options.ts';
import { benchImports } from './import/importBench.ts';
import { readImportOptions } from './import/options.ts';
import { importReport } from './import/report.ts';
import { benchLists } from './lists/listBench.ts';
import { readListOptions } from './lists/options.ts';
import { publish, publishAs } from './report/publish.ts';
import { readOptions } from './run/options.ts';
import { readSizingOptions } from './sizing/options.ts';
import { benchSizing } from './sizing/sizingBench.ts';

const [named, ...line] = process.argv.slice(2);
const others = { import: imports, 'find-speed': finds, lists, sizing };
const bench =
  named !== undefined && Object.hasOwn(others, named) ? others[named as keyof typeof others]() : comparison();
const lifecycle = new Lifecycle((problem) => printLine(describeStopProblem(problem)));
let stopping = false;
onStopSignal(async (reason) => {
  stopping = true;
  printLine(`Stopping (${reason})`);
  await lifecycle.stop();
  process.exit(1);
});

try {
  await bench(lifecycle);
} catch (error) {
  // Calls in flight fail when their servers stop.
  if (!stopping) printLine(`bench: ${explain(error)}`);
  process.exitCode = 1;
} finally {
  await lifecycle.stop();
}

type Bench = (lifecycle: Lifecycle) => Promise<void>;

function comparison(): Bench {
  const options = readOptions();
  return async (lifecycle) => publish(await compare(options, lifecycle), options.out);
}

function imports(): Bench {
  const options = readImportOptions(line);
  return async (lifecycle) => {
    const results = await benchImports(options, lifecycle);
    await publishAs('imports', results, importReport(results), options.out);
  };
}

function finds(): Bench {
  const options = readFindOptions(line);
  return (lifecycle) => benchFinds(options, lifecycle);
}

function lists(): Bench {
  const options = readListOptions(line);
  return (lifecycle) => benchLists(options, lifecycle);
}

function sizing(): Bench {
  const options = readSizingOptions(line);
  return (lifecycle) => benchSizing(options, lifecycle);
}
