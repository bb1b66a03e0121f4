import { explain } from '../cli/explain.ts';
import { onStopSignal } from '../cli/up/stopSignals.ts';
import { Lifecycle } from '../shared/lifecycle.ts';
import { readOptions } from './options.ts';
import { publish } from './report/publish.ts';
import { run } from './run.ts';
import { say } from './say.ts';

const options = readOptions();
const lifecycle = new Lifecycle((part) => say(`${part} did not stop in time`));
let stopping = false;
onStopSignal(async (reason) => {
  stopping = true;
  say(`Stopping (${reason})`);
  await lifecycle.stop();
  process.exit(1);
});

try {
  const results = await run(options, lifecycle);
  await publish(results, options.out);
} catch (error) {
  // What was under way fails when its servers go.
  if (!stopping) say(`bench: ${explain(error)}`);
  process.exitCode = 1;
} finally {
  await lifecycle.stop();
}
