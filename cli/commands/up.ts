import { Command } from 'commander';
import { runUp } from '../up/up.ts';

export function upCommand(): Command {
  return new Command('up')
    .description(
      'Run everything on this machine: a private MariaDB and Redis, one gateway, one worker for each resource.',
    )
    .addHelpText('after', `\n${help}`)
    .action(runUp);
}

const help = `Example:
  PORT=9090 COUNTERFOIL_DATA=/var/tmp/second counterfoil up

With COUNTERFOIL_DATABASE=mysql, the database is MySQL. A data folder keeps the one that it began with.
With DATABASE_URL or REDIS_URL set, that server is used and no private one is started.`;
