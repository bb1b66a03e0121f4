import { cpus } from 'node:os';
import { Command, Option } from 'commander';
import { printLine } from '../../shared/runtime/process/commandOutput.ts';
import { type DatabaseEngine, databaseEngines } from '../../shared/runtime/settings/settings.ts';
import { databaseEngine } from '../../test/support/databaseEngine.ts';
import { endsWhenDone } from '../../test/support/endsWhenDone.ts';
import { isNamed, onlyOption, seedOption } from '../runOptions.ts';
import { allFaults } from './allFaults.ts';
import { clockFaults, startClockCluster } from './clockFaults.ts';
import { fullDisk, startDiskCluster } from './diskFaults.ts';
import type { Fault } from './fault.ts';
import { importUnderKills } from './importKills.ts';
import { overload } from './overload.ts';
import { ProxiedCluster } from './proxiedCluster.ts';
import { printTrial, tableOf } from './resultTable.ts';
import { isGood, runTrial, type Trial } from './trial.ts';

interface Options {
  readonly minutes: string;
  readonly seed: number;
  readonly users: string;
  readonly only: readonly string[];
  readonly overload: string;
  readonly import: string;
  readonly database: DatabaseEngine;
}

const options = new Command('npm run test:all -- faults --')
  .description(
    'Injects every fault, again and again, while clients send calls, and compares their answers with what is stored.',
  )
  .option('--minutes <number>', 'how long; at least one round of all faults, none for 0', '10')
  .option('--seed <number>', ...seedOption)
  .addOption(
    new Option('--database <engine>', 'the database to test')
      .choices(databaseEngines)
      .default(databaseEngine),
  )
  .option('--users <number>', 'simulated users who send calls at the same time', '32')
  .option('--only <text...>', ...onlyOption('faults, without import and overload,'))
  .option(
    '--import <rows>',
    'rows of the file that is imported while everything is killed; 0 for none',
    '200000',
  )
  .option(
    '--overload <seconds>',
    'how long to send five times as many calls as can be answered; 0 for none',
    '60',
  )
  .addHelpText('after', '\nExample:\n  npm run test:all -- faults -- --minutes 60 --only Redis')
  .parse()
  .opts<Options>();

endsWhenDone();
const { seed } = options;
const trials: Trial[] = [];
let isImportGood = true;
const isChosen = isNamed(options.only);
const areAllChosen = options.only.includes('');

printLine(
  `Seed ${seed}, ${options.database}, ${options.users} users, ${cpus().length} × ${cpus()[0]?.model.trim()}`,
);
await onOneCluster();
if (isChosen(fullDisk)) await onSmallDisk();
await onSteppedClocks();
process.stdout.write(`${tableOf([...allFaults, fullDisk, ...clockFaults], trials)}\n`);
process.exitCode = isImportGood && trials.every(isGood) ? 0 : 1;

async function onOneCluster(): Promise<void> {
  const faults = allFaults.filter(isChosen);
  if (faults.length === 0) return;
  const end = Date.now() + Number(options.minutes) * 60_000;
  const cluster = await ProxiedCluster.start({ databaseEngine: options.database });
  try {
    for (let round = 0; (round === 0 && options.minutes !== '0') || Date.now() < end; round += 1)
      for (const [index, fault] of faults.entries())
        await tryOnce(cluster, fault, seed + round * faults.length + index);
    if (areAllChosen && options.import !== '0') await importOn(cluster);
    const seconds = Number(options.overload);
    if (areAllChosen && seconds > 0)
      process.stdout.write(`${await overload(cluster, cluster.ports[0] as number, seconds)}\n\n`);
  } finally {
    await cluster.stop();
  }
}

async function importOn(cluster: ProxiedCluster): Promise<void> {
  const trial = await importUnderKills(cluster, Number(options.import), seed);
  const { rows, summary, lost, doubled, wrong, milliseconds } = trial;
  isImportGood = lost.length + doubled.length + wrong.length === 0 && summary.created === rows;
  printLine(
    `${isImportGood ? 'ok  ' : 'BAD '} import of ${rows.toLocaleString('en')} rows while importer, worker, gateway, Redis and ` +
      `database were killed: ${summary.created} created, ${lost.length} lost, ${doubled.length} doubled, ` +
      `${wrong.length} wrong, ${Math.round(milliseconds / 1_000)} s`,
  );
}

async function onSmallDisk(): Promise<void> {
  const disk = await startDiskCluster(options.database);
  if (!disk) return printLine(`${fullDisk.name}: skipped, because this user may not mount a disk`);
  try {
    for (let index = 0; index < 3; index += 1) await tryOnce(disk.cluster, disk.fault, seed + index);
  } finally {
    await disk.stop();
  }
}

async function onSteppedClocks(): Promise<void> {
  const faults = clockFaults.filter(isChosen);
  if (faults.length === 0) return;
  const { cluster, faultOf, stop } = await startClockCluster(options.database);
  try {
    for (const [index, fault] of faults.entries()) await tryOnce(cluster, faultOf(fault), seed + index);
  } finally {
    await stop();
  }
}

async function tryOnce(cluster: ProxiedCluster, fault: Fault, its: number): Promise<void> {
  const trial = await runTrial(cluster, fault, { seed: its, users: Number(options.users), calmMs: 1_000 });
  trials.push(trial);
  printTrial(trial, fault.recoveryMs);
}
