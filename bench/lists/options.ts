import { Command, Option } from 'commander';
import { positiveInteger } from '../../cli/support/options.ts';

export interface ListBenchOptions {
  readonly rows: number;
  readonly times: number;
}

/** Exits the process with an explanation when the arguments are wrong. */
export function readListOptions(line: readonly string[]): ListBenchOptions {
  return new Command('npm run bench -- lists')
    .description('Measures pages of lists, and an export with counterfoil list.')
    .addOption(new Option('--rows <number>', 'in each table').argParser(positiveInteger).default(1_000_000))
    .addOption(
      new Option('--times <number>', 'that each page is read').argParser(positiveInteger).default(30),
    )
    .parse(line, { from: 'user' })
    .opts<ListBenchOptions>();
}
