import { Command, Option } from 'commander';
import { positiveInteger } from '../../cli/support/options.ts';

export interface AutoscaleOptions {
  /** Reads of customers per second; the middle phase has ten times as many. */
  readonly rate: number;
  /** Delivery addresses of each customer: more of them make a read slower in its worker. */
  readonly addresses: number;
  /** Seconds of each phase. */
  readonly before: number;
  readonly high: number;
  readonly after: number;
  readonly targetMs: number;
  /** CPU milliseconds that each answer costs the worker in addition. */
  readonly answerMs?: number;
  readonly fixed?: true;
  readonly out: string;
}

/** Exits the process with an explanation when the arguments are wrong. */
export function readAutoscaleOptions(line: readonly string[]): AutoscaleOptions {
  return new Command('npm run bench -- autoscale')
    .description('Runs `up --autoscale` with load × 10 and back, and draws what happens.')
    .addOption(number('--rate <number>', 'reads of customers a second, × 10 in the middle', 30))
    .addOption(number('--addresses <number>', 'delivery addresses of each customer', 60))
    .addOption(number('--before <seconds>', 'of the first phase', 40))
    .addOption(number('--high <seconds>', 'with ten times the load', 120))
    .addOption(number('--after <seconds>', 'of the last phase', 240))
    .addOption(number('--target-ms <number>', 'SCALING_TARGET_MS', 200))
    .addOption(
      new Option('--answer-ms <number>', 'more work of the worker for each answer').argParser(
        positiveInteger,
      ),
    )
    .option('--fixed', 'without --autoscale, for comparison')
    .option('--out <file>', 'the plot', 'autoscale.svg')
    .parse(line, { from: 'user' })
    .opts<AutoscaleOptions>();
}

function number(flags: string, text: string, value: number): Option {
  return new Option(flags, text).argParser(positiveInteger).default(value);
}
