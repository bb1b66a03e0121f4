import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { Command } from 'commander';
import { allSuites } from './allSuites.ts';
import { logOf, runSuite } from './runSuite.ts';
import type { Suite, SuiteResult } from './suite.ts';

// `npm run test:all` runs suites one after the other, and prints a line for each.

const [own, args] = splitAtDashes(process.argv.slice(2));
const program = new Command('test:all')
  .description(
    'Runs every suite of tests, or those that are named. What each prints is kept in .counterfoil/suites.',
  )
  .argument('[suites...]', 'names of suites; a single one gets the options after `--`')
  .option('--list', 'prints the suites, and runs none')
  .addHelpText('after', '\nExample:\n  npm run test:all -- faults -- --minutes 60 --only Redis')
  .parse(own, { from: 'user' });
const options = program.opts<{ readonly list?: true }>();
const suites = program.args.length === 0 ? allSuites : program.args.map(suiteNamed);
if (args.length > 0 && suites.length !== 1)
  program.error('options after `--` belong to one suite: name it before them');

const logs = path.resolve('.counterfoil/suites');
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stopping.abort());

if (options.list) for (const { name, minutes, shows } of suites) printRow(name, `${minutes} min`, shows);
else await runAll();

async function runAll(): Promise<void> {
  mkdirSync(logs, { recursive: true });
  for (const suite of suites) {
    if (stopping.signal.aborted) break;
    const result = await runSuite(suite, {
      args,
      logs,
      isShown: suites.length === 1,
      signal: stopping.signal,
    });
    printRow(
      suite.name,
      `${result.minutes.toFixed(1)} min`,
      result.outcome.padEnd(8) + commentOn(suite, result),
    );
    if (result.outcome === 'failed') process.exitCode = 1;
  }
  if (stopping.signal.aborted) process.exitCode = 1;
}

function commentOn(suite: Suite, { outcome, reason = '' }: SuiteResult): string {
  return outcome === 'failed' ? `${reason}; see ${path.relative('.', logOf(suite, logs))}` : reason;
}

function printRow(name: string, minutes: string, text: string): void {
  process.stdout.write(`${name.padEnd(13)} ${minutes.padStart(9)}  ${text.trimEnd()}\n`);
}

function suiteNamed(name: string): Suite {
  const suite = allSuites.find((its) => its.name === name);
  if (suite) return suite;
  return program.error(
    `no suite is called ${name}; there are ${allSuites.map((its) => its.name).join(', ')}`,
  );
}

function splitAtDashes(words: readonly string[]): readonly [string[], string[]] {
  const at = words.indexOf('--');
  return at < 0 ? [[...words], []] : [words.slice(0, at), words.slice(at + 1)];
}
