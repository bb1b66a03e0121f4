import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Command } from 'commander';
import { natural, randomSeed, seedText } from '../runOptions.ts';
import { floodEvery, schedulesOf } from './schedule.ts';
import { type Failure, Search } from './search.ts';

interface Options {
  readonly schedules: string;
  readonly seconds: string;
  readonly seed: number;
  readonly path?: string;
  readonly jobs: string;
  readonly share?: string;
}

const options = new Command('npm run test:all -- simulation --')
  .description(
    'Runs the modules between gateway and database on a simulated clock, network, Redis and database. Schedules of calls and faults are drawn from a seed.',
  )
  .option('--schedules <number>', 'how many schedules', '2000')
  .option('--seconds <number>', 'starts no schedule after so many seconds', '86400')
  .option('--seed <number>', seedText, natural, randomSeed() * floodEvery)
  .option('--path <path>', 'repeats one schedule of a seed, and prints what happens in it')
  .option('--jobs <number>', 'processes that run schedules at the same time', '2')
  .option('--share <number>', 'which part of the schedules this process runs; used by the command itself')
  .parse()
  .opts<Options>();

/** Schedules leave much garbage at once: a larger young generation takes a tenth of the time away. */
const heap = '--max-semi-space-size=64';

const beganAt = performance.now();
const { seed } = options;
const jobs = Number(options.jobs);
// The time of the process is replaced while schedules run, but not this clock.
const clock = process.hrtime;

if (options.path !== undefined) await replay(options.path);
else if (options.share !== undefined) await runShare(Number(options.share));
else await runAll();

/** Starts a process for each share, and sums up. */
async function runAll(): Promise<void> {
  const counts = await Promise.all(Array.from({ length: jobs }, (_, share) => runProcess(share)));
  const count = counts.reduce((sum, its) => sum + its, 0);
  const seconds = (performance.now() - beganAt) / 1_000;
  const perHour = Math.round((count / seconds) * 3_600);
  const failed = process.exitCode ? 'see above' : 'none failed';
  console.log(
    `${number(count)} schedules in ${number(Math.round(seconds))} s with ${jobs} processes, ` +
      `${number(perHour)} an hour; seed ${seed}: ${failed}`,
  );
}

/** Resolves to how many schedules the process ran. */
async function runProcess(share: number): Promise<number> {
  const { schedules, seconds } = options;
  const settings = { schedules, seconds, seed, jobs, share };
  const words = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, `${value}`]);
  const child = fork(import.meta.filename, words, { execArgv: [...process.execArgv, heap] });
  let count = 0;
  child.on('message', (schedulesRun) => (count = Number(schedulesRun)));
  const [code] = await once(child, 'exit');
  if (code !== 0) process.exitCode = 1;
  return count;
}

/** Schedules are drawn from one seed after the other; each process has every so-manyth of them. */
async function runShare(share: number): Promise<void> {
  const search = new Search();
  const [began] = clock();
  let count = 0;
  for (let nextSeed = seed + share; count < Number(options.schedules) / jobs; nextSeed += jobs) {
    if (clock()[0] - began >= Number(options.seconds)) break;
    const failure = await search.run(nextSeed);
    count += schedulesOf(nextSeed).count;
    process.send?.(count);
    if (!failure) continue;
    report(failure);
    process.exitCode = 1;
    break;
  }
  search.end();
  process.disconnect?.();
}

async function replay(path: string): Promise<void> {
  const failure = await new Search().replay(seed, path, (line) => console.log(line));
  if (failure) report(failure);
  else console.log('nothing went wrong');
  process.exitCode = failure ? 1 : 0;
}

function report(failure: Failure): void {
  console.log(`\n${failure.problems}\n\nin the schedule ${JSON.stringify(failure.schedule, null, 1)}`);
  console.log(
    `\nRepeat it: npm run test:all -- simulation -- --seed ${failure.seed} --path ${failure.path}\n`,
  );
}

function number(value: number): string {
  return value.toLocaleString('en');
}
