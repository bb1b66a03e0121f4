import { Argument, Command, Option } from 'commander';
import { type Resource, resources } from '../../shared/contract/operations/operation.ts';
import { OperatorError } from '../../shared/runtime/process/explain.ts';
import { logsDebug } from '../../shared/runtime/process/log.ts';
import { onParentMessage } from '../../shared/runtime/process/parentMessages.ts';
import { settings } from '../../shared/runtime/settings/environment.ts';
import { requireSettings } from '../../shared/runtime/settings/settings.ts';
import { givenKeys, keyRingOf } from '../../shared/secrets/keyRing.ts';
import { type Lane, lanes, queuesOf } from '../../shared/wire/queues.ts';
import { workerTitle } from '../../workers/monitor/workerStatus.ts';
import { defaultConcurrency, startWorker } from '../../workers/worker.ts';
import { positiveInteger } from '../support/optionParsers.ts';
import { lowerPriority } from '../support/processLimits.ts';
import { runRole } from '../support/role.ts';

export function workerCommand(): Command {
  return new Command('worker')
    .description('Run one worker process for one or more resources.')
    .addArgument(new Argument('<resource...>', 'the resources to serve').choices(['all', ...resources]))
    .addOption(
      new Option('--concurrency <jobs>', 'maximum number of jobs in progress for each queue')
        .argParser(positiveInteger)
        .default(defaultConcurrency),
    )
    .addOption(
      new Option(
        '--lane <lane>',
        'serve only single calls, or only calls of batches (default: both)',
      ).choices(lanes),
    )
    .addHelpText(
      'after',
      '\nExamples:\n  counterfoil worker article\n  counterfoil worker customer address --concurrency 32\n  counterfoil worker article --lane bulk',
    )
    .action(run);
}

interface Options {
  readonly concurrency: number;
  readonly lane?: Lane;
}

async function run(named: readonly (Resource | 'all')[], { concurrency, lane }: Options): Promise<void> {
  const served = resources.filter((resource) => named.includes('all') || named.includes(resource));
  const chosen = lane ? [lane] : lanes;
  if (queuesOf(served, chosen).length === 0)
    throw new OperatorError(`${named.join(' ')} has no batches: omit --lane bulk`);
  // Only deliveries of webhooks are signed. A worker of all without a key leaves them to others.
  const signs = lane !== 'bulk' && served.includes('webhook');
  const keyed = signs && named.includes('webhook') ? (['secretKey'] as const) : [];
  const given = requireSettings(settings(), 'databaseUrl', 'redisUrl', ...keyed);
  const { databaseUrl, redisUrl, databasePool, queuePartitions: partitions } = given;
  const namesCalls = logsDebug(given.logLevel);
  const keys = signs ? givenKeys(given) : undefined;
  const sizes = { databasePool, partitions, concurrency };
  const ready = { databaseUrl, redisUrl, ...sizes, lanes: chosen, namesCalls, keys };
  // Batches use the processor time that single calls leave.
  if (lane === 'bulk') lowerPriority();
  await runRole(workerTitle(served, chosen), given, async (emit, tracer) => {
    const worker = await startWorker(served, ready, emit, tracer);
    // `up` sends new keys during a rotation.
    onParentMessage('keys', (changed) => worker.useKeys(keyRingOf(changed.keys)));
    return worker;
  });
}
