import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { databaseClients } from '../../servers/programs/databaseClients.ts';
import { type Binary, programEnvironment, programLine } from '../../servers/programs/program.ts';
import { commandFolders } from '../../servers/system/run.ts';
import { compiled } from './command.ts';
import { databaseServer } from './databaseEngine.ts';
import { binariesFolder } from './servers.ts';

const dumpNames = { MariaDB: 'mariadb-dump', MySQL: 'mysqldump' } as const;
const clientNames = { MariaDB: 'mariadb', MySQL: 'mysql' } as const;

/**
 * A folder for the PATH with the programs that documents name: those of the database, which machines of developers may not
 * have, and `npx`, which would look for ours in the working folder.
 */
export async function programShims(folder: string): Promise<string> {
  const name = databaseServer.name as keyof typeof dumpNames;
  const search = { binariesFolder, commandFolders: commandFolders(), progress: () => {} };
  const { dump, client } = await databaseClients(name, search);
  await compiled();
  await mkdir(folder);
  const shims = {
    [dumpNames[name]]: lineOf(dump),
    [clientNames[name]]: lineOf(client),
    npx: `shift; exec '${process.execPath}' '${path.resolve('cli/counterfoil.js')}'`,
  };
  for (const [shim, line] of Object.entries(shims))
    await writeFile(path.join(folder, shim), `#!/bin/bash\n${line} "$@"\n`, { mode: 0o755 });
  return folder;
}

function lineOf(program: Binary): string {
  const { LD_LIBRARY_PATH = '' } = programEnvironment(program);
  return `LD_LIBRARY_PATH='${LD_LIBRARY_PATH}' exec ${programLine(program, []).join(' ')}`;
}
