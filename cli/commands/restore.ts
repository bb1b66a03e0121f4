import { Command } from 'commander';
import { finishRestore, restoreFile } from '../../admin/backup/restore.ts';
import { refuseWhileWorkersRun } from '../../admin/queues.ts';
import { withRedis } from '../../admin/withRedis.ts';
import { printLine } from '../../shared/runtime/process/commandOutput.ts';
import { OperatorError } from '../../shared/runtime/process/explain.ts';
import { readSettings } from '../../shared/runtime/settings/settings.ts';
import { type JsonOption, jsonOption } from '../support/jsonOption.ts';
import { printFindings } from '../support/printFindings.ts';

interface Options extends JsonOption {
  readonly loaded?: boolean;
}

export function restoreCommand(): Command {
  return new Command('restore')
    .description('Restore a dump into an empty database, migrate it and verify it.')
    .argument('[file]', 'a dump by `counterfoil backup`, mariadb-dump or mysqldump')
    .option('--loaded', 'instead of a file: another program has loaded the dump into DATABASE_URL')
    .addOption(jsonOption())
    .addHelpText('after', `\n${help}`)
    .action(run);
}

const help = `Examples:
  counterfoil restore counterfoil.sql.gz
  COUNTERFOIL_DATA_DIR=/tmp/scratch counterfoil restore counterfoil.sql.gz
  counterfoil restore --loaded

Without DATABASE_URL, restores into the private database of the data folder, which no running \`up\` may use. This needs the secret
key, in COUNTERFOIL_SECRET_KEY or in servers.env of the folder. Rejects an incomplete dump, and a database that is not empty.
With DATABASE_URL and REDIS_URL, fails while workers run: unset REDIS_URL if they have another database.
Prints the report of \`verify\`; the exit code is 1 if a check is fatal. See docs/backup.md.`;

async function run(file: string | undefined, { json, loaded }: Options): Promise<void> {
  if ((file === undefined) !== (loaded === true))
    throw new OperatorError('name the file of the dump, or say --loaded if another program has loaded it');
  const { databaseUrl, redisUrl } = readSettings(process.env);
  // Readers of changes would miss what they write meanwhile.
  if (databaseUrl !== undefined && redisUrl !== undefined) await withRedis(refuseWhileWorkersRun);
  printFindings(await (file === undefined ? finishRestore() : restoreFile(file, printLine)), json);
}
