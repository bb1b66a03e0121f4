import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { findPrograms } from '../../servers/programs/findPrograms.ts';
import { type Binary, programEnvironment, programLine } from '../../servers/programs/program.ts';
import { commandFolders } from '../../servers/system/run.ts';
import { binariesFolder } from './servers.ts';

/** Runs the `redis-cli` that is beside the Redis of the tests. Rejects if it fails. */
export async function redisCli(...words: readonly string[]): Promise<string> {
  const search = { binariesFolder, commandFolders: commandFolders(), progress: () => {} };
  const { Redis: server } = await findPrograms(['Redis'], search);
  if (server?.kind !== 'binary') throw new Error('redis-cli is run from a file only: install redis-tools');
  const client: Binary = { ...server, file: path.join(path.dirname(server.file), 'redis-cli') };
  const [program, ...line] = programLine(client, words);
  const { stdout } = await promisify(execFile)(program, line, { env: programEnvironment(client) });
  return stdout;
}
