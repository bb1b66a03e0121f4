import { appendFileSync, readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { Command, Option } from 'commander';
import { printLine } from '../../shared/runtime/process/commandOutput.ts';
import { endsWhenDone } from '../../test/support/endsWhenDone.ts';
import { drawing } from '../../test/support/random.ts';
import { isNamed, natural, onlyOption, seedOption } from '../runOptions.ts';
import { allSetFaults } from './allSetFaults.ts';
import { bottleneckCases } from './bottleneckCases.ts';
import { DiagnosisCluster } from './diagnosisCluster.ts';
import { FaultedSet } from './faultedSet.ts';
import { faultOf, faultTable, publishTable, summaryOf } from './faultTable.ts';
import { type FaultTrial, tryFault } from './faultTrial.ts';
import { type Proof, prove } from './prove.ts';

interface Options {
  readonly part: 'faults' | 'bottlenecks' | 'all';
  readonly runs: string;
  readonly seconds: string;
  readonly at: string;
  readonly rate: string;
  readonly seed: number;
  readonly share: number;
  readonly only: readonly string[];
  readonly reports?: string;
  readonly publish?: boolean;
}

const options = new Command('npm run test:all -- diagnosis --')
  .description(
    'Makes faults in a set under load, and each part the bottleneck in turn, and compares `counterfoil status` with the truth.',
  )
  .addOption(new Option('--part <part>').choices(['faults', 'bottlenecks', 'all']).default('all'))
  .option('--runs <number>', 'number of runs of the bottlenecks', '3')
  .option('--seconds <number>', 'of load before `counterfoil status` names a bottleneck', '12')
  .option('--at <seconds>', 'seconds after a fault at which the status is judged', '5,15,30,60')
  .option('--rate <number>', 'calls a second in the set', '40')
  .option('--seed <number>', ...seedOption)
  .option('--share <percent>', 'share of the faults and bottlenecks, drawn by the seed', natural, 100)
  .option('--only <text...>', ...onlyOption('faults and bottlenecks'))
  .option('--reports <file>', 'append the results to this file, one line of JSON each')
  .option(
    '--publish',
    'write the table of the faults to docs/results.md; with --reports, of all in that file',
  )
  .addHelpText('after', '\nExample:\n  npm run test:all -- diagnosis -- --part faults --only "table locked"')
  .parse()
  .opts<Options>();

endsWhenDone();
const isChosen = isDrawn([...allSetFaults, ...bottleneckCases].filter(isNamed(options.only)));
const times = options.at.split(',').map(Number);
const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}`;
printLine(`Seed ${options.seed}, ${machine}`);
const areRight: boolean[] = [];
if (options.part !== 'bottlenecks') areRight.push(await runFaults());
if (options.part !== 'faults') areRight.push(await runBottlenecks());
process.exitCode = areRight.every(Boolean) ? 0 : 1;

interface Named {
  readonly name: string;
}

function isDrawn(cases: readonly Named[]): (each: Named) => boolean {
  const draw = drawing(options.seed);
  const keyed = cases.map(({ name }) => ({ name, key: draw.below(1_000_000) }));
  const count = Math.ceil((cases.length * options.share) / 100);
  const drawn = keyed.toSorted((one, other) => one.key - other.key).slice(0, count);
  const names = new Set(drawn.map(({ name }) => name));
  return ({ name }) => names.has(name);
}

async function runFaults(): Promise<boolean> {
  const chosen = allSetFaults.filter(isChosen);
  if (chosen.length === 0) return true;
  const draw = drawing(options.seed);
  const trials: FaultTrial[] = [];
  let areComplete = true;
  const set = await FaultedSet.start();
  try {
    await set.startRoles();
    for (const fault of chosen) {
      const seed = draw.below(1_000_000);
      try {
        const trial = await tryFault(fault, { set, seed, rate: Number(options.rate), times });
        trials.push(trial);
        noteTrial(trial);
      } catch (error) {
        areComplete = false;
        printLine(`${fault.name} could not be tried: ${(error as Error).stack}`);
      }
      await set.restart();
    }
  } finally {
    await set.stop();
  }
  process.stdout.write(`${faultTable(trials, times)}\n\n${summaryOf(trials, times)}\n`);
  if (options.publish) publish(options.reports ? reported(options.reports) : trials);
  const wrong = trials.flatMap((trial) => {
    const fault = faultOf(trial, times);
    return fault === undefined ? [] : [`${trial.name}: ${fault}`];
  });
  for (const line of wrong) printLine(line);
  return areComplete && wrong.length === 0;
}

function publish(trials: readonly FaultTrial[]): void {
  const command = `npm run test:all -- diagnosis -- --part faults --at ${options.at} --rate ${options.rate}`;
  const load = loadavg().map((each) => each.toFixed(1));
  publishTable(
    `${faultTable(trials, times)}\n\n${summaryOf(trials, times)}\n\nMeasured with \`${command}\` on ${machine}, load averages ${load.join(', ')}.`,
  );
}

/** The last trial of each fault in a file of reports, in the order of the list. */
function reported(file: string): readonly FaultTrial[] {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  const byName = new Map(
    lines.map((line) => JSON.parse(line) as FaultTrial).map((trial) => [trial.name, trial]),
  );
  return allSetFaults.flatMap(({ name }) => byName.get(name) ?? []);
}

function noteTrial(trial: FaultTrial): void {
  printLine(
    `${trial.name}: ${trial.followed.join('; ') || 'no command followed'}, ended after ${trial.endedAfter}`,
  );
  for (const { at, isRight, accuses, diagnosis } of trial.readings)
    printLine(`  ${at.toFixed(0)} s ${isRight ? 'ok' : accuses ? 'WRONG' : '–'} ${diagnosis.text}`);
  if (options.reports) appendFileSync(options.reports, `${JSON.stringify(trial)}\n`);
}

async function runBottlenecks(): Promise<boolean> {
  const chosen = bottleneckCases.filter(isChosen);
  if (chosen.length === 0) return true;
  const proofs: Proof[] = [];
  const cluster = await DiagnosisCluster.start();
  try {
    for (let run = 0; run < Number(options.runs); run += 1)
      for (const each of chosen) {
        const proof = await prove(cluster, each, Number(options.seconds));
        proofs.push(proof);
        noteProof(proof);
      }
  } finally {
    await cluster.stop();
  }
  process.stdout.write(`${bottleneckTable(proofs)}\n`);
  return proofs.every(({ isRight }) => isRight);
}

function noteProof(proof: Proof): void {
  const { name, isRight, diagnosis, answersPerSecond } = proof;
  printLine(
    `${isRight ? 'ok   ' : 'WRONG'} ${name}: ${diagnosis.text} (${Math.round(answersPerSecond)} answers/s)`,
  );
  if (options.reports) appendFileSync(options.reports, `${JSON.stringify(proof)}\n`);
}

/** Returns Markdown with a row for each bottleneck, and the diagnosis of its last run. */
function bottleneckTable(proofs: readonly Proof[]): string {
  const rows = bottleneckCases.filter(isChosen).map(({ name }) => {
    const own = proofs.filter((proof) => proof.name === name);
    const right = own.filter(({ isRight }) => isRight).length;
    return `| ${name} | ${right} of ${own.length} | ${own.at(-1)?.diagnosis.text} |`;
  });
  return ['| bottleneck | right | diagnosis |', '| --- | ---: | --- |', ...rows].join('\n');
}
