import { succeeds } from './run.ts';

/** Ends a server when its parent is killed: the kernel signals it (Linux), or a shell does when a pipe closes. */
export type Guard = 'kernel' | 'pipe';

export interface GuardedLine {
  readonly file: string;
  readonly args: readonly string[];
  /** True if it needs a pipe as descriptor 3, whose other end only the parent holds. */
  readonly lifeline: boolean;
}

/** Exit code of `flock` if another process has the folder locked. */
export const folderInUseCode = 75;

/** A new server waits so long for the server of a killed parent to end and release the folder. */
const folderWaitSeconds = 10;

export async function availableGuard(): Promise<Guard> {
  const [file, ...args] = kernelGuard('/', ['true']);
  return (await succeeds(file, args)) ? 'kernel' : 'pipe';
}

export function guardedLine(guard: Guard, folder: string, line: readonly string[]): GuardedLine {
  const [file, ...args] = guard === 'kernel' ? kernelGuard(folder, line) : pipeGuard(line);
  return { file, args, lifeline: guard === 'pipe' };
}

type Line = [string, ...string[]];

/**
 * Each command replaces itself with the next, so the server has their process id. The lock on the folder lasts as long as the
 * server: Redis has no lock of its own, and two servers would ruin its file.
 */
function kernelGuard(folder: string, line: readonly string[]): Line {
  const lock = ['flock', '--no-fork', '-w', `${folderWaitSeconds}`, '-E', `${folderInUseCode}`, folder];
  return ['setpriv', '--pdeathsig', 'TERM', '--', ...lock, ...line];
}

/** A line on the pipe means that the server has ended. The end of the pipe means that the parent has ended. */
function pipeGuard(line: readonly string[]): Line {
  return ['sh', '-c', '{ read -r _ <&3 || kill -TERM $$; } & exec "$@" 3<&-', 'sh', ...line];
}
