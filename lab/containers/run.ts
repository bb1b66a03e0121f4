import path from 'node:path';
import { Command } from 'commander';
import { printLine } from '../../shared/runtime/process/commandOutput.ts';
import { skippedExitCode } from '../../test/suites/suite.ts';
import { endsWhenDone } from '../../test/support/endsWhenDone.ts';
import { isNamed, onlyOption, seedOption } from '../runOptions.ts';
import { backup } from './backup.ts';
import { largeBodies } from './bodies.ts';
import { crashes } from './crashes.ts';
import { type Engine, findEngine } from './engine.ts';
import { adminAlone, commands, fromNothing } from './fromNothing.ts';
import { boundaries, leastRights, memory, node } from './hardening.ts';
import { healthChecks } from './healthChecks.ts';
import { interfaceSuite } from './interface.ts';
import { malformedKey, stopAndStart, wrongPassword } from './restarts.ts';
import { scaling } from './scaling.ts';
import { Stack } from './stack.ts';
import type { Step } from './step.ts';
import { newSecretKey, restartsInTurn, serverUpgrade, startsTwoGateways, upgrade } from './upgrade.ts';

interface Options {
  readonly folder: string;
  readonly setUp?: boolean;
  readonly only: readonly string[];
  readonly users: string;
  readonly restarts: string;
  readonly seed: number;
  readonly keep?: boolean;
}

const options = new Command('npm run test:all -- containers --')
  .description('Installs docker-compose.yml on a Docker engine, and breaks, scales and upgrades it.')
  .option('--folder <path>', 'where an engine of its own keeps its images', '.counterfoil/containers')
  .option('--set-up', 'install what an engine needs from Debian, as root')
  .option('--only <text...>', ...onlyOption('steps after the first one'))
  .option('--users <number>', 'who call at the same time', '16')
  .option('--restarts <number>', 'how often all containers are restarted in turn', '1')
  .option('--seed <number>', ...seedOption)
  .option('--keep', 'leave everything running after a failure')
  .addHelpText('after', '\nExample:\n  npm run test:all -- containers -- --only upgrade')
  .parse()
  .opts<Options>();

endsWhenDone();
printLine(`Seed ${options.seed}`);
let failures = 0;
const startedAt = performance.now();
const engine = await findEngine({
  folder: path.resolve(options.folder),
  isSetUp: options.setUp ?? false,
  printLine,
});
if ('lacks' in engine) {
  printLine(`Nothing was tested: this machine lacks ${engine.lacks}`);
  process.exitCode = skippedExitCode;
} else {
  await runAll(engine);
  process.exitCode = failures > 0 ? 1 : 0;
}

async function runAll(on: Engine): Promise<void> {
  const present = [
    fromNothing,
    node,
    memory,
    boundaries,
    leastRights,
    healthChecks,
    interfaceSuite,
    commands,
    adminAlone,
    largeBodies,
    backup,
    scaling,
    ...crashes,
  ];
  try {
    await runOn(on, [...present, wrongPassword, malformedKey, stopAndStart]);
    await runOn(on, [startsTwoGateways, restartsInTurn, newSecretKey, upgrade, serverUpgrade]);
  } finally {
    if (!options.keep || failures === 0) await on.stop();
  }
  printLine(`${failures === 0 ? 'All is well' : `${failures} failed`} (${sinceThen(startedAt)})`);
}

/**
 * Runs steps on an installation of their own. After one that fails, the others run as well, unless it was the
 * first.
 */
async function runOn(on: Engine, [first, ...others]: readonly Step[]): Promise<void> {
  const isNeeded = isNamed(options.only);
  const wanted = others.filter(isNeeded);
  if (!first || (wanted.length === 0 && !isNeeded(first))) return;
  const stack = await Stack.on(on);
  // Ctrl-C reaches what runs now, which fails; nothing else is begun, and what was made is removed.
  let isOver = false;
  process.once('SIGINT', () => (isOver = true));
  try {
    if (!(await succeeds(first, stack))) return;
    for (const step of wanted) if (!isOver) await succeeds(step, stack);
  } finally {
    if (!options.keep || failures === 0) await stack.remove();
  }
}

async function succeeds(step: Step, stack: Stack): Promise<boolean> {
  const start = performance.now();
  const figures: string[] = [];
  const users = Number(options.users);
  const restarts = Number(options.restarts);
  const tools = { stack, users, restarts, seed: options.seed };
  try {
    await step.run({ ...tools, printLine: (line) => figures.push(line) });
  } catch (error) {
    failures += 1;
    printLine(`FAILED ${step.name} (${sinceThen(start)})\n${indented(explain(error))}`);
    printLine(indented((await stack.tryCompose('logs', '--tail', '3')).printed));
    return false;
  }
  printLine(`ok     ${step.name} (${sinceThen(start)})`);
  for (const line of figures) printLine(indented(line));
  return true;
}

function explain(error: unknown): string {
  const { message, actual } = error as { message: string; actual?: unknown };
  return actual === undefined ? message : `${message}\ngot ${JSON.stringify(actual).slice(0, 2_000)}`;
}

function indented(text: string): string {
  return text.replaceAll(/^/gm, '       ');
}

function sinceThen(then: number): string {
  return `${((performance.now() - then) / 1_000).toFixed(1)} s`;
}
