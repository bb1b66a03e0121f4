import { Command, Option } from 'commander';
import { type Pausable, pausableQueues, pauseQueues } from '../../admin/pausing.ts';
import { withRedis } from '../../admin/withRedis.ts';
import { print } from '../../shared/runtime/process/commandOutput.ts';
import { type Lane, queueLabel } from '../../shared/wire/queues.ts';
import { duration, pausableArgument, pausedLaneOption, reasonText } from '../support/pauseOptions.ts';

interface Options {
  readonly reason: string;
  /** Milliseconds. */
  readonly for?: number;
  readonly lane?: Lane;
  readonly json?: boolean;
}

export function pauseCommand(): Command {
  return new Command('pause')
    .description('Make gateways refuse the calls of a queue with 503, until a time or until `resume`.')
    .addArgument(pausableArgument())
    .addOption(
      new Option('--reason <text>', 'for the logs and for `counterfoil queues`; clients do not see it')
        .argParser(reasonText)
        .makeOptionMandatory(),
    )
    .addOption(
      new Option(
        '--for <duration>',
        'when the pause ends by itself, such as 15m; without it, only `resume` ends it',
      ).argParser(duration),
    )
    .addOption(pausedLaneOption())
    .option('--json', 'print { "queues", "reason", "since", "until" } in one line')
    .addHelpText('after', `\n${help}`)
    .action((named: Pausable, options: Options) =>
      withRedis(async (redis) => {
        const queues = pausableQueues(named, options.lane);
        const { reason, for: forMs, json } = options;
        const pause = await pauseQueues(redis, queues, { reason, forMs });
        const labels = queues.map(queueLabel);
        const end = pause.until ? `until ${pause.until}` : `until \`counterfoil resume ${named}\``;
        print({ queues: labels, ...pause }, json, `Paused ${labels.join(', ')} ${end}. ${effect}`);
      }),
    );
}

const effect = 'Gateways refuse new calls within 2 seconds; calls that they have accepted still run.';

const help = `Examples:
  counterfoil pause article --for 15m --reason "index is rebuilt"
  counterfoil pause all --lane bulk --reason "no imports during the sale"

Refused calls get 503 with Retry-After, and clients repeat them. Gateways stay ready. A second pause of a queue replaces the first.
The pause is in Redis: it survives restarts. The queue of accounts can't be paused. It needs REDIS_URL.`;
