import { Command, Option } from 'commander';
import { printLine } from '../../shared/runtime/process/commandOutput.ts';
import { skippedExitCode } from '../../test/suites/suite.ts';
import { endsWhenDone } from '../../test/support/endsWhenDone.ts';
import { type ProxyKind, proxyKinds, proxyProgram } from '../../test/support/proxies.ts';
import { drawing } from '../../test/support/random.ts';
import { seedOption } from '../runOptions.ts';
import { DocumentedSet } from './documentedSet.ts';
import { type RestartTrial, restartUnderLoad } from './restartTrial.ts';

const options = new Command('npm run test:all -- restarts --')
  .description(
    'Restarts each process of the set of docs/deploying.md in turn, under load, behind each load balancer of deploy/.',
  )
  .option('--seconds <number>', 'how long each set is under load', '120')
  .option('--rate <number>', 'calls per second', '200')
  .option(
    '--deadline <number>',
    'seconds of CALL_DEADLINE_MS: five times what a restart takes here, since calls that would wait for more than a fifth are rejected',
    '30',
  )
  .option('--calm <number>', 'seconds between two restarts', '3')
  .option('--seed <number>', ...seedOption)
  .addOption(
    new Option('--balancer <name...>', 'only these')
      .choices(proxyKinds)
      .default(proxyKinds, 'all that are installed'),
  )
  .addHelpText('after', '\nExample:\n  npm run test:all -- restarts -- --seconds 600 --balancer haproxy')
  .parse()
  .opts<
    Readonly<Record<'seconds' | 'rate' | 'deadline' | 'calm', string>> & {
      readonly seed: number;
      balancer: readonly ProxyKind[];
    }
  >();

endsWhenDone();
const installed = options.balancer.filter((kind) => proxyProgram(kind));
printLine(`Seed ${options.seed}, ${options.rate} calls/s, ${options.seconds} s`);
if (installed.length === 0) {
  printLine(`Nothing was tested: none of ${options.balancer.join(', ')} is installed`);
  process.exitCode = skippedExitCode;
}
for (const kind of installed) report(kind, await trialOn(kind));

async function trialOn(kind: ProxyKind): Promise<RestartTrial> {
  const set = await DocumentedSet.start(kind, Number(options.deadline) * 1_000);
  const draw = drawing(options.seed);
  const end = performance.now() + Number(options.seconds) * 1_000;
  let left: typeof set.parts = [];
  /** Returns each part once, then each in a new order; undefined when the time is over. */
  const next = () => {
    if (performance.now() > end) return undefined;
    if (left.length === 0) left = inNewOrder(set.parts, draw.below);
    const [part, ...others] = left;
    left = others;
    return part;
  };
  const callsPerSecond = Number(options.rate);
  return restartUnderLoad(set, { callsPerSecond, next, calmMs: Number(options.calm) * 1_000 }).finally(() =>
    set.stop(),
  );
}

function inNewOrder<Item>(items: readonly Item[], below: (limit: number) => number): readonly Item[] {
  const drawn = items.map((item) => ({ item, place: below(1_000_000) }));
  return drawn.toSorted((one, other) => one.place - other.place).map(({ item }) => item);
}

function report(kind: ProxyKind, { calls, restarts, refusals, ...found }: RestartTrial): void {
  const counts = Object.entries(found).map(([name, lines]) => `${lines.length} ${name}`);
  printLine(`${kind}: ${calls} calls, ${restarts.length} restarts, ${counts.join(', ')}`);
  for (const name of new Set(restarts.map((restart) => restart.name))) {
    const ofName = restarts.filter((restart) => restart.name === name);
    const maxOf = (of: 'ms' | 'slowestMs') => Math.max(...ofName.map((restart) => restart[of]));
    printLine(
      `    ${name}: ${ofName.length} times, ${maxOf('ms')} ms, slowest call ${maxOf('slowestMs')} ms`,
    );
  }
  for (const [reason, count] of refusals) printLine(`    503 ${reason}: ${count}`);
  for (const [name, lines] of Object.entries(found)) {
    for (const line of lines.slice(0, 20)) printLine(`    ${name}: ${line}`);
    if (lines.length > 0) process.exitCode = 1;
  }
}
