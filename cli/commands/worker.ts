import { Argument, Command, Option } from 'commander';
import { type Resource, resources } from '../../shared/operations/operation.ts';
import { need } from '../../shared/settings.ts';
import { startWorker, usualConcurrency } from '../../workers/worker.ts';
import { settings } from '../environment.ts';
import { positiveInteger } from '../options.ts';
import { runRole } from '../role.ts';

export function workerCommand(): Command {
  return new Command('worker')
    .description('Run one worker process for some resources: queue to database to reply.')
    .addArgument(new Argument('<resource...>', 'the resources to serve').choices(['all', ...resources]))
    .addOption(
      new Option('--concurrency <jobs>', 'jobs of each resource in progress at once')
        .argParser(positiveInteger)
        .default(usualConcurrency),
    )
    .addHelpText(
      'after',
      '\nExamples:\n  counterfoil worker article\n  counterfoil worker customer address --concurrency 32',
    )
    .action(run);
}

async function run(
  named: readonly (Resource | 'all')[],
  { concurrency }: { concurrency: number },
): Promise<void> {
  const served = resources.filter((resource) => named.includes('all') || named.includes(resource));
  const ready = { ...need(settings(), 'databaseUrl', 'redisUrl'), concurrency };
  await runRole(`worker ${named.join(' ')}`, ready.logLevel, (tell) => startWorker(served, ready, tell));
}
