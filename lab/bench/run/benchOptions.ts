import { Command, InvalidArgumentError, Option } from 'commander';
import { positiveInteger } from '../../../cli/support/optionParsers.ts';
import type { Lifecycle } from '../../../shared/runtime/process/lifecycle.ts';
import { defaultMeasures, measureNames } from '../compare/measures.ts';
import { type ScenarioName, scenarioNames } from '../data/scenarios.ts';
import { systemNamed, systemNames } from '../systems/allSystems.ts';
import { type DatabaseEngine, defaultEngine } from '../systems/servers.ts';
import type { System } from '../systems/system.ts';
import type { WorkbenchOptions } from './workbench.ts';

interface TurnOptions extends WorkbenchOptions {
  readonly scenarios: readonly ScenarioName[];
  readonly rounds: number;
  readonly seconds: number;
  readonly warmup: number;
}

export interface Options extends TurnOptions {
  readonly databases: readonly DatabaseEngine[];
  readonly systems: readonly System[];
  readonly connections: readonly number[];
  readonly rows: readonly number[];
  readonly memoryRequests?: number;
  readonly out: string;
}

export interface CompareOptions {
  /** Commit of this repository. */
  readonly base: string;
  readonly measures: readonly string[];
  readonly connections: readonly number[];
  readonly pairs: number;
  /** Number of times that the roles are started; the pairs are divided among the starts. */
  readonly starts: number;
  readonly seconds: number;
  readonly warmup: number;
  readonly rows: number;
  readonly importRows: number;
  /** Accounts of this side whose webhooks have a receiver that never answers. */
  readonly deadReceivers: number;
  readonly out: string;
}

export interface ImportBenchOptions {
  readonly rows: number;
  /** Seconds that single calls are measured, and that the idle service is probed. */
  readonly seconds: number;
  readonly out: string;
}

export interface ListBenchOptions {
  readonly rows: number;
  readonly times: number;
  /** True if queries are measured too. */
  readonly queries?: true;
}

type Bench<Chosen> = (options: Chosen, lifecycle: Lifecycle) => Promise<void>;

export interface Benches {
  readonly peers: Bench<Options>;
  readonly compare: Bench<CompareOptions>;
  readonly imports: Bench<ImportBenchOptions>;
  readonly lists: Bench<ListBenchOptions>;
}

const databaseNames = ['mariadb', 'mysql'] as const satisfies readonly DatabaseEngine[];

const defaults = ['counterfoil', 'direct', 'direct-2', 'plain-bullmq'];

/** Runs the benchmark of the command line. Exits the process with an explanation when the arguments are wrong. */
export async function runChosen(benches: Benches, lifecycle: Lifecycle): Promise<void> {
  const runs =
    <Chosen>(bench: Bench<Chosen>) =>
    (options: Chosen) =>
      bench(options, lifecycle);
  await comparison()
    .enablePositionalOptions()
    .action(runs(benches.peers))
    .addCommand(compare().action(runs(benches.compare)))
    .addCommand(imports().action(runs(benches.imports)))
    .addCommand(lists().action(runs(benches.lists)))
    .parseAsync();
}

function comparison(): Command {
  return withTurns(new Command('npm run bench --'))
    .description('Measures this project and its peers on the same servers, in turns.')
    .addOption(
      list('--systems <names>', `${systemNames.join(', ')}; @40 for a pool of 40`, systemOf, defaults),
    )
    .addOption(list('--databases <names>', databaseNames.join(', '), databaseOf, [defaultEngine]))
    .addOption(
      list('--connections <numbers>', 'requests in flight at the same time', positiveInteger, [1, 64, 256]),
    )
    .addOption(list('--rows <numbers>', 'in each table before, rising', positiveInteger, [10_000]))
    .addOption(number('--memory-requests <number>', 'look only at memory, over so many requests'))
    .addOption(out())
    .addHelpText(
      'after',
      '\nExample:\n  npm run bench -- --scenarios mix --systems counterfoil,direct,direct@40',
    );
}

function compare(): Command {
  return new Command('compare')
    .description(
      'Compares this checkout with a commit. Both run at the same time, on servers of their own, and take short turns.',
    )
    .requiredOption('--base <commit>', 'what it is compared with; built in .counterfoil/bases')
    .addOption(list('--measures <names>', measureNames.join(', '), measureOf, defaultMeasures))
    .addOption(
      list('--connections <numbers>', 'requests in flight at the same time', positiveInteger, [1, 64, 256]),
    )
    .addOption(number('--pairs <number>', 'turns of each side', 12))
    .addOption(number('--starts <number>', 'times that the roles start, with a part of the pairs each', 3))
    .addOption(number('--seconds <number>', 'seconds of a turn', 3))
    .addOption(number('--warmup <number>', 'seconds before the first turn of each measure', 3))
    .addOption(number('--rows <number>', 'in each table before', 10_000))
    .addOption(number('--import-rows <number>', 'of each imported file', 20_000))
    .addOption(
      new Option(
        '--dead-receivers <number>',
        'accounts of this side with a webhook whose receiver never answers; both sides have a worker of webhooks',
      )
        .argParser(Number)
        .default(0),
    )
    .addOption(out());
}

function imports(): Command {
  return new Command('import')
    .description(
      'Imports articles and customers from CSV, and compares with LOAD DATA and with single calls.',
    )
    .addOption(number('--rows <number>', 'of each file', 1_000_000))
    .addOption(number('--seconds <number>', 'of single calls, and of probing the idle service', 15))
    .addOption(out());
}

function lists(): Command {
  return new Command('lists')
    .description('Measures pages of lists, and an export with counterfoil list.')
    .addOption(number('--rows <number>', 'in each table', 1_000_000))
    .addOption(number('--times <number>', 'that each page is read', 30))
    .option(
      '--queries',
      'measure queries instead, beside writes of another account: the words of all customers and articles are indexed first',
    );
}

function withTurns(command: Command): Command {
  return command
    .addOption(list('--scenarios <names>', scenarioNames.join(', '), scenarioOf, scenarioNames))
    .addOption(number('--accounts <number>', 'accounts that the load is spread over', 1))
    .addOption(number('--rounds <number>', 'turns of each system', 3))
    .addOption(number('--seconds <number>', 'seconds that each number of connections is measured', 5))
    .addOption(number('--warmup <number>', 'seconds of each turn before, with 64 connections', 12));
}

function out(): Option {
  return new Option(
    '--out <folder>',
    'where the results go; only results in the default folder update docs/benchmarks.md',
  ).default('lab/bench/results');
}

function number(flags: string, description: string, defaultValue?: number): Option {
  const option = new Option(flags, description).argParser(positiveInteger);
  return defaultValue === undefined ? option : option.default(defaultValue);
}

function list(
  flags: string,
  description: string,
  parse: (text: string) => unknown,
  defaultValue: readonly (string | number)[],
): Option {
  const parseAll = (text: string) => text.split(',').map((part) => parse(part.trim()));
  return new Option(flags, description)
    .argParser(parseAll)
    .default(parseAll(defaultValue.join()), defaultValue.join());
}

function databaseOf(name: string): DatabaseEngine {
  return oneOf(databaseNames, name);
}

function systemOf(name: string): System {
  const system = systemNamed(name);
  if (system) return system;
  throw new InvalidArgumentError(`${name} is none of ${systemNames.join(', ')}.`);
}

function measureOf(name: string): string {
  return oneOf(measureNames, name);
}

function scenarioOf(name: string): ScenarioName {
  return oneOf(scenarioNames, name);
}

function oneOf<Name extends string>(known: readonly Name[], name: string): Name {
  const found = known.find((one) => one === name);
  if (found) return found;
  throw new InvalidArgumentError(`${name} is none of ${known.join(', ')}.`);
}
