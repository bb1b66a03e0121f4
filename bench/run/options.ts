import { Command, InvalidArgumentError, Option } from 'commander';
import { positiveInteger } from '../../cli/support/options.ts';
import { type ScenarioName, scenarioNames } from '../data/scenarios.ts';
import { systemNamed, systemNames } from '../systems/index.ts';
import { type DatabaseEngine, defaultEngine } from '../systems/servers.ts';
import type { System } from '../systems/system.ts';

export interface Options {
  readonly databases: readonly DatabaseEngine[];
  readonly systems: readonly System[];
  readonly scenarios: readonly ScenarioName[];
  readonly connections: readonly number[];
  readonly rows: readonly number[];
  readonly accounts: number;
  readonly rounds: number;
  readonly seconds: number;
  readonly warmup: number;
  readonly memoryRequests?: number;
  readonly generator?: 'wrk' | 'autocannon';
  readonly out: string;
}

const databaseNames = ['mariadb', 'mysql'] as const satisfies readonly DatabaseEngine[];

const defaults = ['counterfoil', 'direct', 'direct-2', 'plain-bullmq'];

/** Exits the process with an explanation when the arguments are wrong. */
export function readOptions(): Options {
  return command().parse().opts<Options>();
}

function command(): Command {
  return new Command('npm run bench --')
    .description('Measures this project and its peers on the same servers, in turns.')
    .addOption(
      list('--systems <names>', `${systemNames.join(', ')}; @40 for a pool of 40`, systemOf, defaults),
    )
    .addOption(list('--databases <names>', databaseNames.join(', '), databaseOf, [defaultEngine]))
    .addOption(list('--scenarios <names>', scenarioNames.join(', '), scenarioOf, scenarioNames))
    .addOption(
      list('--connections <numbers>', 'requests in flight at the same time', positiveInteger, [1, 64, 256]),
    )
    .addOption(list('--rows <numbers>', 'in each table before, rising', positiveInteger, [10_000]))
    .addOption(number('--accounts <number>', 'accounts that the load is spread over', 1))
    .addOption(number('--rounds <number>', 'turns of each system', 3))
    .addOption(number('--seconds <number>', 'seconds that each number of connections is measured', 5))
    .addOption(number('--warmup <number>', 'seconds of each turn before, with 64 connections', 12))
    .addOption(number('--memory-requests <number>', 'look only at memory, over so many requests'))
    .addOption(new Option('--generator <name>', 'what sends').choices(['wrk', 'autocannon']))
    .option(
      '--out <folder>',
      'where the results go; only results in the default folder update docs/benchmarks.md',
      'bench/results',
    )
    .addHelpText(
      'after',
      `
Example:
  npm run bench -- --scenarios mix --systems counterfoil,direct,direct@40

Other benchmarks; --help after their names lists their options:
  npm run bench -- import        imports articles and customers from CSV
  npm run bench -- find-speed    looks up values with article.find and customer.find
  npm run bench -- lists         reads pages of lists, and exports all records`,
    );
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

function scenarioOf(name: string): ScenarioName {
  return oneOf(scenarioNames, name);
}

function oneOf<Name extends string>(known: readonly Name[], name: string): Name {
  const found = known.find((one) => one === name);
  if (found) return found;
  throw new InvalidArgumentError(`${name} is none of ${known.join(', ')}.`);
}
