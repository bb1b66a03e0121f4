import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, constants, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { OperatorError } from '../../shared/runtime/process/explain.ts';
import { folderInUseCode } from './guard.ts';
import { commandFolders, findCommand } from './run.ts';

/** Rejects if the folder is not writable. */
export async function prepareDataFolder(dataFolder: string): Promise<void> {
  await mkdir(dataFolder, { recursive: true });
  await access(dataFolder, constants.W_OK | constants.X_OK);
}

/** Folder of the programs that were downloaded. */
export function binariesIn(dataFolder: string): string {
  return path.join(dataFolder, 'binaries');
}

/** The folder that this program runs from. cli/setup.js does not compile into it while an `up` has it locked. */
const compiled = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Locks a data folder before anything in it is changed, and returns the function that releases the lock. Throws an
 * `OperatorError` if another `up` has the lock. A helper process holds the lock and ends when its pipe to this process closes,
 * so the lock ends with this process in any case. Without the program `flock`, a second `up` fails later, when it starts its
 * servers.
 */
export async function lockDataFolder(dataFolder: string): Promise<() => Promise<void>> {
  const flock = findCommand('flock', commandFolders());
  if (!flock) return async () => {};
  const only = ['--nonblock', '--no-fork', '--conflict-exit-code', `${folderInUseCode}`, dataFolder];
  const line = [...only, flock, '--shared', '--no-fork', compiled, 'cat'];
  // Outside the terminal's process group: Ctrl-C must not end the lock before everything has stopped.
  const helper = spawn(flock, line, { detached: true, stdio: ['pipe', 'pipe', 'ignore'] });
  await hasLock(helper, dataFolder);
  const ended = once(helper, 'exit');
  return async () => {
    helper.stdin?.end();
    await ended;
  };
}

/** The helper echoes its input once it has the lock. */
function hasLock(helper: ChildProcess, dataFolder: string): Promise<void> {
  const refused = `another \`counterfoil up\` runs in ${dataFolder}: stop it, or set COUNTERFOIL_DATA_DIR to another folder`;
  return new Promise((resolve, reject) => {
    helper.once('error', reject);
    helper.once('exit', (code) =>
      reject(
        new OperatorError(
          code === folderInUseCode
            ? refused
            : `${dataFolder} can't be locked: its file system may not support locks; set COUNTERFOIL_DATA_DIR to a folder on another one`,
        ),
      ),
    );
    helper.stdout?.once('data', () => resolve());
    helper.stdin?.on('error', () => {});
    helper.stdin?.write('.');
  });
}
