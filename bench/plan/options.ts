import { Command, Option } from 'commander';
import { positiveInteger } from '../../cli/support/options.ts';

export interface PlanBenchOptions {
  /** Rows of each list, and records that exist before. */
  readonly rows: number;
  readonly edits: number;
  readonly out: string;
}

/** Exits the process with an explanation when the arguments are wrong. */
export function readPlanOptions(line: readonly string[]): PlanBenchOptions {
  return new Command('npm run bench -- import-plan')
    .description(
      'Dry-runs lists of articles and customers, edits records meanwhile, imports the lists, and compares counts, refused rows and all records with what they must be.',
    )
    .addOption(new Option('--rows <number>', 'of each list').argParser(positiveInteger).default(200_000))
    .addOption(
      new Option('--edits <number>', 'records that are edited meanwhile')
        .argParser(positiveInteger)
        .default(1_000),
    )
    .option(
      '--out <folder>',
      'where the results go; only results in the default folder update docs/benchmarks.md',
      'bench/results',
    )
    .parse(line, { from: 'user' })
    .opts<PlanBenchOptions>();
}
