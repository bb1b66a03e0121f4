import { Command, Option } from 'commander';
import { defaultWorkers, type WorkerCounts } from '../../up/roles/roles.ts';
import { runUp } from '../../up/up.ts';
import { gatewayCount, workerCounts } from '../support/optionParsers.ts';

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
    .action(({ workers, gateways }: Options) => runUp({ ...workers, gateway: gateways }));
}

interface Options {
  readonly workers: WorkerCounts;
  readonly gateways: number;
}

const help = `Examples:
  PORT=9090 COUNTERFOIL_DATA_DIR=/var/tmp/second counterfoil up
  counterfoil up --workers article=2,customer=1 --gateways 2

With COUNTERFOIL_PRIVATE_ENGINE=mysql, the database is MySQL. A data folder works only with the database that it was created with.
With DATABASE_URL or REDIS_URL set, that server is used and no private one is started.`;
