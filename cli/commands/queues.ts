import { Command } from 'commander';
import { withRedis } from '../../admin/withRedis.ts';
import { type ListedQueue, listQueues } from '../../observe/report/listQueues.ts';
import { table } from '../../observe/report/textTable.ts';
import { print } from '../../shared/runtime/process/commandOutput.ts';
import { type JsonOption, jsonOption } from '../support/jsonOption.ts';

const columns = ['queue', 'lane', 'workers', 'waiting_jobs', 'active_jobs', 'paused_until', 'reason'];

export function queuesCommand(): Command {
  return new Command('queues')
    .description('List the queues: their workers, their jobs, and whether they are paused.')
    .addOption(jsonOption())
    .addHelpText('after', `\n${help}`)
    .action(({ json }: JsonOption) =>
      withRedis(async (redis) => {
        const queues = await listQueues(redis);
        print(queues, json, table(queues.map(row), columns));
      }),
    );
}

const help = `Example:
  counterfoil queues

Each resource has a queue for single calls (interactive), and one for those of batches and imports (bulk). It needs REDIS_URL.`;

function row({ paused, ...queue }: ListedQueue) {
  return { ...queue, paused_until: paused ? (paused.until ?? 'resumed') : '', reason: paused?.reason ?? '' };
}
