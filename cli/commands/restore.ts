import { Command } from 'commander';
import { requireWholeDump } from '../../admin/backup/dumpFile.ts';
import { withPrivateDatabase } from '../../admin/backup/privateServer.ts';
import { finishRestore, restore } from '../../admin/backup/restore.ts';
import { isGood } from '../../admin/check/finding.ts';
import { printVerification } from '../../admin/verify/print.ts';
import type { Verification } from '../../admin/verify/verify.ts';
import { writeKeys } from '../../servers/data/keptKeys.ts';
import { givenKeys } from '../../shared/contract/keys/keyRing.ts';
import { printLine } from '../../shared/runtime/process/commandOutput.ts';
import { OperatorError } from '../../shared/runtime/process/explain.ts';
import { settings } from '../../shared/runtime/settings/environment.ts';
import { need, readSettings, type Settings } from '../../shared/runtime/settings/settings.ts';

interface Options {
  readonly loaded?: boolean;
  readonly json?: boolean;
}

export function restoreCommand(): Command {
  return new Command('restore')
    .description('Restore a dump into an empty database, migrate it and verify it.')
    .argument('[file]', 'a dump by `counterfoil backup`, mariadb-dump or mysqldump')
    .option('--loaded', 'instead of a file: another program has loaded the dump into DATABASE_URL')
    .option('--json', 'one line of JSON')
    .addHelpText('after', `\n${help}`)
    .action(run);
}

const help = `Examples:
  counterfoil restore counterfoil.sql.gz
  COUNTERFOIL_DATA_DIR=/tmp/scratch counterfoil restore counterfoil.sql.gz
  counterfoil restore --loaded

Without DATABASE_URL, restores into the private database of the data folder, which no running \`up\` may use. This needs the secret
key, in COUNTERFOIL_SECRET_KEY or in servers.env of the folder. Rejects an incomplete dump, and a database that is not empty.
Prints the report of \`verify\`; the exit code is 1 if a check is fatal. See docs/backup.md.`;

async function run(file: string | undefined, { json, loaded }: Options): Promise<void> {
  if ((file === undefined) !== (loaded === true))
    throw new OperatorError('name the file of the dump, or say --loaded if another program has loaded it');
  printVerification(file === undefined ? await finishLoaded() : await restoreFile(file), json);
}

/** Readers of changes would otherwise miss changes whose positions are given again. */
function finishLoaded(): Promise<Verification> {
  const { databaseUrl } = need(settings(), 'databaseUrl');
  return finishRestore(databaseUrl, givenKeys(settings()));
}

async function restoreFile(file: string): Promise<Verification> {
  await requireWholeDump(file);
  const given = readSettings(process.env);
  const { databaseUrl } = given;
  const keys = givenKeys(settings());
  const into = (url: string) => restore({ file, url, keys, dataFolder: given.dataFolder, printLine });
  return databaseUrl === undefined ? restorePrivate(given, into) : into(databaseUrl);
}

/** Requires the key: without it, the next `up` would make a new one, and no app could sign in. */
async function restorePrivate(
  given: Settings,
  into: (url: string) => Promise<Verification>,
): Promise<Verification> {
  const { secretKey, formerSecretKey } = need(settings(), 'secretKey');
  return withPrivateDatabase(given, printLine, async (url) => {
    const verification = await into(url);
    if (isGood(verification.checks)) await writeKeys(given.dataFolder, { secretKey, formerSecretKey });
    return verification;
  });
}
