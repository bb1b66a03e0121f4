import { succeeds } from './run.ts';

/** How a server ends when its parent is killed: the kernel tells it (Linux), or a broken pipe does. */
export type Guard = 'kernel' | 'pipe';

export interface GuardedLine {
  readonly file: string;
  readonly args: readonly string[];
  /** Wants a pipe as descriptor 3 whose other end only the parent holds. */
  readonly lifeline: boolean;
}

/** With the kernel guard: another process's server still works in the folder. */
export const folderInUseCode = 75;

/** An orphan that was just told to end gets this long before a new server gives up on its folder. */
const folderWaitSeconds = 10;

export async function availableGuard(): Promise<Guard> {
  const [file, ...args] = kernelGuard('/', ['true']);
  return (await succeeds(file, args)) ? 'kernel' : 'pipe';
}

/** The command line that runs a command so that it dies with this process. */
export function guardedLine(guard: Guard, folder: string, line: readonly string[]): GuardedLine {
  const [file, ...args] = guard === 'kernel' ? kernelGuard(folder, line) : pipeGuard(line);
  return { file, args, lifeline: guard === 'pipe' };
}

type Line = [string, ...string[]];

/**
 * Each of them replaces itself by the next, so the server keeps their process id. The lock on the folder goes
 * with the server's life: Redis has none of its own, and two would ruin its file.
 */
function kernelGuard(folder: string, line: readonly string[]): Line {
  const lock = ['flock', '--no-fork', '-w', `${folderWaitSeconds}`, '-E', `${folderInUseCode}`, folder];
  return ['setpriv', '--pdeathsig', 'TERM', '--', ...lock, ...line];
}

/** A line on the pipe means that the server has ended already; the end of the pipe that the parent has. */
function pipeGuard(line: readonly string[]): Line {
  return ['sh', '-c', '{ read -r _ <&3 || kill -TERM $$; } & exec "$@" 3<&-', 'sh', ...line];
}
