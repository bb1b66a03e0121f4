import { Command, Option } from 'commander';
import { positiveInteger } from '../../cli/support/options.ts';

export interface PlanBenchOptions {
  /** Of each list, and of the records before it. */
  readonly rows: number;
  /** Records that are edited between the dry run and the import. */
  readonly edits: number;
  readonly out: string;
}

/** Reads the command line behind `import-plan`; ends the process with an explanation when it is wrong. */
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
