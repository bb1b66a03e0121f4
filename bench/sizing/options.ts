import { Command, Option } from 'commander';
import { positiveInteger } from '../../cli/support/options.ts';

export interface SizingOptions {
  readonly calls: number;
  readonly inFlight: number;
}

/** Exits the process with an explanation when the arguments are wrong. */
export function readSizingOptions(line: readonly string[]): SizingOptions {
  return new Command('npm run bench -- sizing')
    .description('Measures what calls need: CPU and memory of each part, and bytes on disk.')
    .addOption(new Option('--calls <number>', 'of each kind').argParser(positiveInteger).default(50_000))
    .addOption(
      new Option('--in-flight <number>', 'calls at the same time').argParser(positiveInteger).default(64),
    )
    .parse(line, { from: 'user' })
    .opts<SizingOptions>();
}
