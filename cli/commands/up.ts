import { availableParallelism } from 'node:os';
import { Command, Option } from 'commander';
import { printLine } from '../../shared/process/output.ts';
import {
  defaultWorkers,
  type RoleCounts,
  type RoleKind,
  roleKinds,
  type WorkerCounts,
} from '../../standalone/roles/roles.ts';
import { changes } from '../../standalone/startRoles.ts';
import { runUp } from '../../standalone/up.ts';
import { gatewayCount, workerCounts } from '../support/options.ts';

export function upCommand(): Command {
  return new Command('up')
    .description(
      'Run everything on this machine: a private MariaDB and Redis, gateways, and workers for each resource.',
    )
    .addOption(
      new Option('--workers <kind=number,…>', 'worker processes of a resource, or of batches (bulk)')
        .argParser(workerCounts)
        .default(defaultWorkers, 'account=2, 1 of the others'),
    )
    .addHelpText('after', `\n${help}`)
    .addOption(
      new Option('--gateways <number>', 'gateway processes, which share one address')
        .argParser(gatewayCount)
        .default(1),
    )
    .option(
      '--autoscale',
      'start and stop gateways and workers by the load; the other options say how many there are at least',
    )
    .action(({ workers, gateways, autoscale }: Options) => {
      const counts = { ...workers, gateway: gateways };
      const plan = { counts, max: autoscale ? maxOf(counts) : counts };
      if (autoscale && !changes(plan)) printLine(noScaling);
      return runUp(plan);
    });
}

interface Options {
  readonly workers: WorkerCounts;
  readonly gateways: number;
  readonly autoscale?: true;
}

/** A process uses at most one processor, so more processes of a kind than processors would only take memory. */
function maxOf(counts: RoleCounts): RoleCounts {
  const max = roleKinds.map((kind) => [kind, Math.max(counts[kind], availableParallelism())] as const);
  return Object.fromEntries(max) as Record<RoleKind, number>;
}

const noScaling =
  '--autoscale has no effect: there is at least one process of each kind for each processor of this machine';

const help = `Examples:
  PORT=9090 COUNTERFOIL_DATA=/var/tmp/second counterfoil up
  counterfoil up --workers article=2,customer=1 --gateways 2
  counterfoil up --autoscale

With COUNTERFOIL_DATABASE=mysql, the database is MySQL. A data folder works only with the database that it was created with.
With DATABASE_URL or REDIS_URL set, that server is used and no private one is started.`;
