import { chmod } from 'node:fs/promises';
import { giveFolder } from './account.ts';
import { launch } from './launch.ts';
import { makeFolder } from './makeFolder.ts';
import { bootstrapArguments } from './mariadbArguments.ts';
import type { Place } from './place.ts';
import type { Program } from './program.ts';
import { type Command, programCommand } from './programCommand.ts';
import { systemTableScripts, systemTablesSql } from './systemTables.ts';

const bootstrapLimitMs = 120_000;

/** Makes MariaDB's data folder with its system tables; throws, in words that follow its name, when it cannot. */
export async function makeDatabaseFolder(program: Program, place: Place, signal: AbortSignal): Promise<void> {
  await makeFolder(place.folder, async (temporary) => {
    await chmod(temporary, 0o700);
    await giveFolder(temporary, place.account);
    const { command, input } = await bootstrap(program, { ...place, folder: temporary });
    const { child, ended } = launch(command, { ...place, folder: temporary }, input);
    const limited = AbortSignal.any([signal, AbortSignal.timeout(bootstrapLimitMs)]);
    limited.addEventListener('abort', () => child.kill('SIGKILL'));
    const reason = await ended;
    if (child.exitCode !== 0) throw new Error(`could not make its data folder: it ${reason}`);
  });
}

async function bootstrap(program: Program, place: Place): Promise<{ command: Command; input?: string }> {
  if (program.kind === 'container') return { command: containerBootstrap(program, place) };
  const input = await systemTablesSql(systemTableScripts(program.file));
  return { command: programCommand(program, 'mariadbd', bootstrapArguments(program, place), place), input };
}

/** The scripts are inside the image, next to the command that feeds them. */
function containerBootstrap(program: Program, place: Place): Command {
  const options = [
    '--no-defaults',
    '--auth-root-authentication-method=normal',
    '--skip-test-db',
    '--skip-name-resolve',
  ];
  return programCommand(program, 'mariadb-install-db', [...options, `--datadir=${place.folder}`], place);
}
