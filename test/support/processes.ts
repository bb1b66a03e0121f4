import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { until } from './until.ts';

/** A process as `ps` shows it. */
export interface Shown {
  readonly pid: number;
  readonly parent: number;
  /** Title of the process, or its command line. */
  readonly command: string;
}

/** Returns the processes that a process started and those that they started, at this moment. */
export function descendantsOf(pid: number, all = processes()): readonly Shown[] {
  const children = all.filter(({ parent }) => parent === pid);
  return children.flatMap((child) => [child, ...descendantsOf(child.pid, all)]);
}

export function isRunning(pid: number | undefined): boolean {
  return commandOf(pid) !== '';
}

/** Waits until they have ended by themselves; those that don't shall not outlive the test. */
export async function allGone(former: readonly Shown[]): Promise<void> {
  const left = () => former.filter(({ pid }) => isRunning(pid));
  try {
    await until(() => left().length === 0);
  } finally {
    for (const { pid } of left()) process.kill(pid, 'SIGKILL');
  }
}

/** Returns '' for a process that is gone, and for a zombie that nobody has collected. */
export function commandOf(pid: number | undefined): string {
  return processes().find((shown) => shown.pid === pid)?.command ?? '';
}

/** Reads /proc where it exists: small images lack `ps`. */
function processes(): readonly Shown[] {
  const shown = process.platform === 'linux' ? fromProc() : fromPs();
  return shown.filter(({ command }) => command !== '');
}

function fromProc(): Shown[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? '';
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
        return [{ pid: Number(pid), parent: Number(afterName.split(' ')[1]), command }];
      } catch {
        return []; // ended meanwhile
      }
    });
}

function fromPs(): Shown[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' }).split('\n');
  return lines
    .map((line) => /^\s*(\d+)\s+(\d+)\s+([^Z]\S*)\s+(.*)$/.exec(line))
    .filter((match) => match !== null)
    .map(([, pid, parent, , command = '']) => ({ pid: Number(pid), parent: Number(parent), command }));
}
