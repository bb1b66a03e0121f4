import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { type Pausable, pausableQueues, pauseQueues, resumeQueues } from '../../admin/queues.ts';
import { withRedis } from '../../admin/withRedis.ts';
import { print } from '../../shared/runtime/process/commandOutput.ts';
import { pausableResources, pauseAppliesSeconds } from '../../shared/wire/pauses.ts';
import { type Lane, lanes, queueLabel } from '../../shared/wire/queues.ts';
import { type JsonOption, jsonOption } from '../support/jsonOption.ts';
import { durationMs } from '../support/optionParsers.ts';

interface QueueOptions extends JsonOption {
  readonly lane?: Lane;
}

interface PauseOptions extends QueueOptions {
  readonly reason: string;
  /** Milliseconds. */
  readonly for?: number;
}

export function pauseCommand(): Command {
  return new Command('pause')
    .description('Make gateways reject the calls of a queue with 503, until a time or until `resume`.')
    .addArgument(pausableArgument())
    .addOption(
      new Option(
        '--reason <text>',
        'required: for the logs and for `counterfoil queues`; clients do not see it',
      )
        .argParser(reasonText)
        .makeOptionMandatory(),
    )
    .addOption(
      new Option(
        '--for <duration>',
        'when the pause ends by itself, such as 15m; without it, only `resume` ends it',
      ).argParser(durationMs),
    )
    .addOption(pausedLaneOption())
    .addOption(jsonOption('queues', 'reason', 'since', 'until'))
    .addHelpText('after', `\n${help}`)
    .action((named: Pausable, options: PauseOptions) =>
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

const effect = `Gateways reject new calls within ${pauseAppliesSeconds} seconds; calls that they have accepted still run.`;

const help = `Examples:
  counterfoil pause article --for 15m --reason "index is rebuilt"
  counterfoil pause all --lane bulk --reason "no imports during the sale"

Rejected calls get 503 with Retry-After, and clients repeat them. Gateways stay ready. A second pause of a queue replaces the first.
The pause is in Redis: it survives restarts. The queue of accounts can't be paused: no request could be
authenticated. It needs REDIS_URL.`;

export function resumeCommand(): Command {
  return new Command('resume')
    .description('End the pause of a queue.')
    .addArgument(pausableArgument())
    .addOption(pausedLaneOption())
    .addOption(jsonOption('resumed'))
    .addHelpText('after', '\nExample:\n  counterfoil resume article\n\nIt needs REDIS_URL.')
    .action((named: Pausable, { lane, json }: QueueOptions) =>
      withRedis(async (redis) => {
        const resumed = await resumeQueues(redis, pausableQueues(named, lane));
        const text =
          resumed.length > 0
            ? `Resumed ${resumed.join(', ')}. Gateways accept calls within ${pauseAppliesSeconds} seconds.`
            : 'No queue was paused.';
        print({ resumed }, json, text);
      }),
    );
}

const maxReason = 200;

function pausableArgument(): Argument {
  return new Argument('<resource>', 'a resource, or all of them').choices([...pausableResources, 'all']);
}

function pausedLaneOption(): Option {
  return new Option(
    '--lane <lane>',
    'only single calls (interactive), or only those of batches (bulk)',
  ).choices(lanes);
}

/** Allows one line only, since logs repeat it. */
function reasonText(text: string): string {
  const reason = text.trim();
  const isPlain = reason.isWellFormed() && !/\p{Cc}/u.test(reason);
  if (isPlain && reason !== '' && reason.length <= maxReason) return reason;
  throw new InvalidArgumentError(`It must have 1 to ${maxReason} characters, in one line.`);
}
