import { cpus } from 'node:os';
import { Command } from 'commander';
import { printLine } from '../../shared/runtime/process/commandOutput.ts';
import { endsWhenDone } from '../../test/support/endsWhenDone.ts';
import { type NamedTrials, printTrial, summaryOf, tableOf } from '../faults/resultTable.ts';
import { isGood, type Trial } from '../faults/trial.ts';
import { fail, isNamed, onlyOption, seedOption } from '../runOptions.ts';
import { allTopologies } from './allTopologies.ts';
import type { RunnableTopology } from './topology.ts';

interface Options {
  readonly rounds: string;
  readonly seed: number;
  readonly users: string;
  readonly topology: readonly string[];
  readonly only: readonly string[];
}

const options = new Command('npm run test:all -- topologies --')
  .description(
    'Starts each topology of servers, injects its faults while clients send calls, and compares answers with tables.',
  )
  .option('--rounds <number>', 'how many times each fault is injected', '3')
  .option('--seed <number>', ...seedOption)
  .option('--users <number>', 'simulated users who send calls at the same time', '32')
  .option('--topology <text...>', 'only topologies that are called so, or whose name contains the text', [''])
  .option('--only <text...>', ...onlyOption('faults'))
  .addHelpText(
    'after',
    '\nExample:\n  npm run test:all -- topologies -- --topology MariaDB Galera --rounds 1',
  )
  .parse()
  .opts<Options>();

endsWhenDone();
const { seed } = options;
const users = Number(options.users);
const rounds = Number(options.rounds);
printLine(`Seed ${seed}, ${users} users, ${cpus().length} × ${cpus()[0]?.model.trim()}`);
const columns: NamedTrials[] = [];
for (const topology of chosenTopologies()) columns.push(await trialsOn(topology));
const ran = columns.filter(({ trials }) => trials.length > 0);
if (ran.length > 0) process.stdout.write(`${summaryOf(ran)}\n`);
else fail(`nothing is called so; topologies: ${allTopologies.map(({ name }) => name).join('; ')}`);

/** A whole name means this topology only: "MySQL" is not "MySQL, semi-synchronous". */
function chosenTopologies(): readonly RunnableTopology[] {
  const isName = (text: string) => allTopologies.some(({ name }) => name === text);
  return allTopologies.filter(({ name }) =>
    options.topology.some((text) => (isName(text) ? name === text : name.includes(text))),
  );
}

async function trialsOn(topology: RunnableTopology): Promise<NamedTrials> {
  const { name } = topology;
  const trials: Trial[] = [];
  const onTrial = (trial: Trial) => {
    trials.push(trial);
    report(trial);
  };
  printLine(name);
  // The others still run, and the table says which one is not whole.
  const error = await topology
    .run({ seed, users, rounds, onTrial }, isNamed(options.only))
    .catch((reason: Error) => reason);
  if (error) fail(`BAD  ${name} ended early: ${error.stack}`);
  const faults = [...new Set(trials.map(({ fault }) => fault))].map((fault) => ({ name: fault }));
  if (faults.length > 0) process.stdout.write(`\n${name}\n\n${tableOf(faults, trials)}\n\n`);
  return { name: error ? `${name} (ended early)` : name, trials };
}

function report(trial: Trial): void {
  printTrial(trial);
  if (!isGood(trial)) process.exitCode = 1;
}
