import { Command } from 'commander';
import { type Pausable, pausableQueues, resumeQueues } from '../../admin/pausing.ts';
import { withRedis } from '../../admin/withRedis.ts';
import { print } from '../../shared/runtime/process/commandOutput.ts';
import type { Lane } from '../../shared/wire/queues.ts';
import { pausableArgument, pausedLaneOption } from '../support/pauseOptions.ts';

interface Options {
  readonly lane?: Lane;
  readonly json?: boolean;
}

export function resumeCommand(): Command {
  return new Command('resume')
    .description('End the pause of a queue.')
    .addArgument(pausableArgument())
    .addOption(pausedLaneOption())
    .option('--json', 'print { "resumed" } in one line')
    .addHelpText('after', '\nExample:\n  counterfoil resume article\n\nIt needs REDIS_URL.')
    .action((named: Pausable, { lane, json }: Options) =>
      withRedis(async (redis) => {
        const resumed = await resumeQueues(redis, pausableQueues(named, lane));
        const text =
          resumed.length > 0
            ? `Resumed ${resumed.join(', ')}. Gateways accept calls within 2 seconds.`
            : 'No queue was paused.';
        print({ resumed }, json, text);
      }),
    );
}
