import { cpus } from 'node:os';
import { Command } from 'commander';
import { tableOf } from '../faults/table.ts';
import { isGood, type Trial } from '../faults/trial.ts';
import { endsWhenDone } from '../support/endsWhenDone.ts';
import { allTopologies } from './allTopologies.ts';

const options = new Command('test:topologies')
  .description(
    'Starts each topology of servers, injects its faults while clients send calls, and compares answers with tables.',
  )
  .option('--rounds <number>', 'how many times each fault is injected', '3')
  .option('--seed <number>', 'the seed of an earlier run repeats it', `${Math.floor(Math.random() * 1e6)}`)
  .option('--people <number>', 'simulated users who send calls at the same time', '32')
  .option('--topology <text>', 'only topologies whose name contains it', '')
  .option('--only <text>', 'only faults whose name contains it', '')
  .addHelpText('after', '\nExample:\n  npm run test:topologies -- --topology Galera --rounds 1')
  .parse()
  .opts<Readonly<Record<'rounds' | 'seed' | 'people' | 'topology' | 'only', string>>>();

endsWhenDone();
const [seed, people, rounds] = [options.seed, options.people, options.rounds].map(Number) as [
  number,
  number,
  number,
];
printLine(`Seed ${seed}, ${people} people, ${cpus().length} × ${cpus()[0]?.model.trim()}`);
const chosen = allTopologies.filter(({ name }) => name.includes(options.topology));
if (chosen.length === 0) {
  printLine(`no topology is called so: ${allTopologies.map(({ name }) => name).join(', ')}`);
  process.exitCode = 1;
}
for (const topology of chosen) {
  const trials: Trial[] = [];
  const onTrial = (trial: Trial) => {
    trials.push(trial);
    printLine(
      `${isGood(trial) ? 'ok  ' : 'BAD '} ${trial.fault}: ${trial.calls} calls, ${trial.recovery} ms`,
    );
    for (const kind of ['failed', 'lost', 'doubled', 'wrong', 'notLinearizable'] as const)
      for (const what of trial[kind]) printLine(`    ${kind}: ${what}`);
    if (!isGood(trial)) process.exitCode = 1;
  };
  printLine(topology.name);
  await topology.run({ seed, people, rounds, onTrial }, options.only);
  const faults = [...new Set(trials.map(({ fault }) => fault))].map((name) => ({ name }));
  process.stdout.write(`\n${topology.name}\n\n${tableOf(faults, trials)}\n\n`);
}

function printLine(line: string): void {
  process.stderr.write(`${line}\n`);
}
