import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { OperatorError } from '../../shared/process/explain.ts';
import { commandFolders, findCommand } from '../system/commands.ts';

const heldCode = 75;

/** The folder that this program runs from: nobody compiles into it while an `up` has it locked (cli/setup.js). */
const compiled = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Makes this the only `up` of a data folder, before anything in it is changed; throws an `OperatorError` when there is one.
 * A helper holds the lock for as long as this process has the other end of its pipe: whatever ends this process ends the
 * lock. Without the program `flock`, only the servers keep a second `up` out, later. Returns how to let go of it.
 */
export async function lockDataFolder(dataFolder: string): Promise<() => Promise<void>> {
  const flock = findCommand('flock', commandFolders());
  if (!flock) return async () => {};
  const only = ['--nonblock', '--no-fork', '--conflict-exit-code', `${heldCode}`, dataFolder];
  const line = [...only, flock, '--shared', '--no-fork', compiled, 'cat'];
  // Out of the terminal's group: Ctrl-C is for this process, which holds the lock until everything has stopped.
  const helper = spawn(flock, line, { detached: true, stdio: ['pipe', 'pipe', 'ignore'] });
  await hasLock(helper, dataFolder);
  const ended = once(helper, 'exit');
  return async () => {
    helper.stdin?.end();
    await ended;
  };
}

/** The helper says again what it is told, once it has the lock. */
function hasLock(helper: ChildProcess, dataFolder: string): Promise<void> {
  const refused = `another \`counterfoil up\` runs in ${dataFolder}: stop it, or set COUNTERFOIL_DATA to another folder`;
  return new Promise((resolve, reject) => {
    helper.once('error', reject);
    helper.once('exit', (code) =>
      reject(new OperatorError(code === heldCode ? refused : `${dataFolder} can't be locked`)),
    );
    helper.stdout?.once('data', () => resolve());
    helper.stdin?.on('error', () => {});
    helper.stdin?.write('.');
  });
}
