import { Command, Option } from 'commander';
import { positiveInteger } from '../../cli/support/options.ts';

export interface ImportBenchOptions {
  readonly rows: number;
  /** Seconds that single calls are measured, and that the idle service is probed. */
  readonly seconds: number;
  readonly out: string;
}

/** Exits the process with an explanation when the arguments are wrong. */
export function readImportOptions(line: readonly string[]): ImportBenchOptions {
  return new Command('npm run bench -- import')
    .description(
      'Imports articles and customers from CSV, and compares with LOAD DATA and with single calls.',
    )
    .addOption(new Option('--rows <number>', 'of each file').argParser(positiveInteger).default(1_000_000))
    .addOption(
      new Option('--seconds <number>', 'of single calls, and of probing the idle service')
        .argParser(positiveInteger)
        .default(15),
    )
    .option(
      '--out <folder>',
      'where the results go; only results in the default folder update docs/benchmarks.md',
      'bench/results',
    )
    .parse(line, { from: 'user' })
    .opts<ImportBenchOptions>();
}
