import { Command } from 'commander';
import { backUp } from '../../admin/backup/backup.ts';
import { counted } from '../../shared/contract/values/counted.ts';
import { print, printLine } from '../../shared/runtime/process/commandOutput.ts';
import { settings } from '../../shared/runtime/settings/environment.ts';
import { requireSettings } from '../../shared/runtime/settings/settings.ts';
import { type JsonOption, jsonOption } from '../support/jsonOption.ts';

export function backupCommand(): Command {
  return new Command('backup')
    .description('Dump the database into a file, while everything runs.')
    .argument('<file>', 'a new file; compressed when its name ends in .gz')
    .addOption(jsonOption())
    .addHelpText('after', `\n${help}`)
    .action(run);
}

const help = `Example:
  counterfoil backup counterfoil.sql.gz

Runs mariadb-dump or mysqldump: the one installed on this machine, or one that is downloaded once from the packages of Debian or
Ubuntu into the data folder. The file does not contain the secret key: keep a copy of the key elsewhere. Without it, every app
needs a new secret after a restore. See docs/backup.md.`;

async function run(file: string, { json }: JsonOption): Promise<void> {
  const { databaseUrl, dataFolder } = requireSettings(settings(), 'databaseUrl');
  const bytes = await backUp({ url: databaseUrl, dataFolder, printLine }, file);
  print(
    { file, bytes },
    json,
    `Wrote ${file}, ${counted(bytes, 'byte')}. It does not contain the secret key: keep a copy of the key elsewhere.`,
  );
}
