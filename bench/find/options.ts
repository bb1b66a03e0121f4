import { Command, Option } from 'commander';
import { positiveInteger } from '../../cli/support/options.ts';

export interface FindBenchOptions {
  readonly rows: number;
  /** Seconds that each search is measured, after `warmup` seconds that do not count. */
  readonly seconds: number;
  readonly warmup: number;
  readonly inFlight: number;
}

/** Exits the process with an explanation when the arguments are wrong. */
export function readFindOptions(line: readonly string[]): FindBenchOptions {
  return new Command('npm run bench -- find-speed')
    .description('Measures how many values article.find and customer.find look up in a second.')
    .addOption(new Option('--rows <number>', 'in each table').argParser(positiveInteger).default(200_000))
    .addOption(
      new Option('--seconds <number>', 'that each search is measured').argParser(positiveInteger).default(5),
    )
    .addOption(
      new Option('--warmup <number>', 'seconds that each search runs before')
        .argParser(positiveInteger)
        .default(2),
    )
    .addOption(
      new Option('--in-flight <number>', 'requests at the same time').argParser(positiveInteger).default(2),
    )
    .parse(line, { from: 'user' })
    .opts<FindBenchOptions>();
}
