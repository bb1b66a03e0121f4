import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { Command } from 'commander';
import { allSuites } from './allSuites.ts';
import { endOf, logOf, runSuite } from './runSuite.ts';
import type { Suite, SuiteResult } from './suite.ts';
import { type DueReason, dueReasons, dueSuites, today, turnsOf } from './turns.ts';

// `npm run test:all` runs suites one after the other, and prints a line for each.

const [own, args] = splitAtDashes(process.argv.slice(2));
const program = new Command('npm run test:all --')
  .description(
    'Runs every suite of tests, or those that are named. What each prints is kept in .counterfoil/suites.',
  )
  .argument('[suites...]', 'names of suites; a single one gets the options after `--`')
  .option('--due', 'only the suites of each day, those of this day of the year, and those whose code changed')
  .option(
    '--minutes <number>',
    'starts no suite that would usually end later, and ends one that does',
    'Infinity',
  )
  .option('--list', 'prints the suites, and runs none')
  .addHelpText('after', '\nExample:\n  npm run test:all -- faults -- --minutes 60 --only Redis')
  .parse(own, { from: 'user' });
const options = program.opts<{ readonly due?: true; readonly minutes: string; readonly list?: true }>();
if (args.length > 0 && program.args.length !== 1)
  program.error('options after `--` belong to one suite: name it before them');
const suites = options.due
  ? dueToday()
  : program.args.length === 0
    ? allSuites
    : program.args.map(suiteNamed);

const startedAt = performance.now();
const logs = path.resolve('.counterfoil/suites');
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stopping.abort());

if (options.list)
  for (const { name, minutes, shows } of suites) process.stdout.write(rowOf(name, `${minutes} min`, shows));
else await runAll();

async function runAll(): Promise<void> {
  mkdirSync(logs, { recursive: true });
  const results = new Map<Suite, SuiteResult>();
  const rows: string[] = [];
  const print = (row: string) => {
    rows.push(row);
    process.stdout.write(row);
  };
  for (const suite of suites) {
    if (stopping.signal.aborted) break;
    const minutesLeft = Number(options.minutes) - (performance.now() - startedAt) / 60_000;
    if (suite.minutes > minutesLeft) {
      print(rowOf(suite.name, '', `left out: its ${suite.minutes} min are more than what is left`));
      continue;
    }
    const isShown = suites.length === 1;
    const result = await runSuite(suite, { args, logs, isShown, minutesLeft, signal: stopping.signal });
    results.set(suite, result);
    print(rowOf(suite.name, `${result.minutes.toFixed(1)} min`, commentOn(suite, result)));
  }
  const failed = [...results].filter(([, { outcome }]) => outcome === 'failed').map(([suite]) => suite);
  const flaky = [...results].filter((of) => of[1].flaky > 0).map(([suite]) => suite);
  if (suites.length > 1)
    for (const suite of new Set([...failed, ...flaky]))
      process.stdout.write(`\n== ${suite.name}\n${endOf(suite, logs)}\n`);
  // Again, for those who see the end only.
  if (failed.length > 0) process.stdout.write(`\n${rows.join('')}`);
  process.stdout.write(`\n${summaryOf([...results.values()])}\n`);
  if (failed.length > 0 || stopping.signal.aborted) process.exitCode = 1;
}

/** A suite without Mocha counts as one test, and one that failed outside of its tests as one failure. */
function summaryOf(results: readonly SuiteResult[]): string {
  const sum = (countOf: (result: SuiteResult) => number) =>
    results.reduce((total, result) => total + countOf(result), 0);
  const passed = sum((its) => (its.outcome === 'passed' ? Math.max(its.passed, 1) : its.passed));
  const failed = sum((its) => (its.outcome === 'failed' ? Math.max(its.failed, 1) : its.failed));
  const flaky = sum((its) => its.flaky);
  return `${passed} passed, ${failed} failed${flaky > 0 ? `, ${flaky} flaky` : ''}`;
}

function commentOn(suite: Suite, { outcome, passed, flaky, reason = '' }: SuiteResult): string {
  if (outcome === 'failed') return `failed   ${reason}; see ${path.relative('.', logOf(suite, logs))}`;
  if (outcome === 'skipped') return `skipped  ${reason}`;
  if (passed === 0) return 'passed';
  return `passed   ${passed.toLocaleString('en')} tests${flaky > 0 ? `, ${flaky} flaky` : ''}`;
}

function rowOf(name: string, minutes: string, text: string): string {
  return `${name.padEnd(17)} ${minutes.padStart(9)}  ${text.trimEnd()}\n`;
}

/** Says which turn it is, and which suites are due out of turn. */
function dueToday(): readonly Suite[] {
  const now = today();
  const turns = turnsOf(allSuites);
  const due = dueSuites(allSuites, now);
  const names = (reason: DueReason) => due[reason].map(({ name }) => name).join(', ') || 'none';
  process.stdout.write(
    `Day ${now.day} of the year, turn ${now.day % turns} of ${turns}: ${names('its day')}\n` +
      `Code changed in the last day: ${names('changed')}\n`,
  );
  return dueReasons.flatMap((reason) => due[reason]);
}

function suiteNamed(name: string): Suite {
  const suite = allSuites.find((its) => its.name === name);
  if (suite) return suite;
  return program.error(
    `no suite is called ${name}; there are ${allSuites.map((its) => its.name).join(', ')}`,
  );
}

function splitAtDashes(words: readonly string[]): readonly [string[], string[]] {
  const index = words.indexOf('--');
  return index < 0 ? [[...words], []] : [words.slice(0, index), words.slice(index + 1)];
}
