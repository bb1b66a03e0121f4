import { folderArguments, runningArguments } from './databaseArguments.ts';
import type { Place } from './place.ts';
import type { Program } from './program.ts';
import { installationFolder, systemTableScripts } from './systemTables.ts';

/** Both the first start and every other say it, or the log would be resized in between. */
const logSize = '--innodb-log-file-size=48M';

/** Makes the system tables in a folder from the statements on its standard input. */
export function bootstrapArguments(program: Program, place: Place): string[] {
  return [
    ...commonArguments(program, place),
    '--bootstrap',
    '--log-warnings=0',
    '--skip-networking',
    '--max-allowed-packet=8M',
    '--net-buffer-length=16K',
    '--innodb-buffer-pool-size=16M',
  ];
}

/** Runs the server; the accounts file is carried out before it accepts connections. */
export function serverArguments(program: Program, place: Place, accountsFile: string): string[] {
  return [...commonArguments(program, place), ...runningArguments(program, place, accountsFile)];
}

function commonArguments(program: Program, place: Place): string[] {
  return ['--no-defaults', ...installationArguments(program), ...folderArguments(place), logSize];
}

/** An unpacked server would look for its messages where its package wants to be installed. */
function installationArguments(program: Program): string[] {
  if (program.kind === 'container') return [];
  const share = systemTableScripts(program.file).folder;
  return [
    `--basedir=${installationFolder(program.file)}`,
    `--lc-messages-dir=${share}`,
    `--character-sets-dir=${share}/charsets`,
  ];
}
