import { spawn } from 'node:child_process';
import { heapLimit } from '../standalone/roles/roleProcess.ts';
import { watchNpm } from '../standalone/roles/watchNpm.ts';

const roles = ['gateway', 'worker'];
const limits = /--max[-_](?:old[-_]space|heap)[-_]size/;

/**
 * Whether this process is a role that was started without a limit of its heap. V8 takes one only when it starts. Whoever
 * starts roles with a channel to them, as `up` does, sees to it.
 */
export function lacksHeapLimit(): boolean {
  const { argv, execArgv, env } = process;
  // A channel that was closed meanwhile is there no more, but this is.
  const hadChannel = 'connected' in process;
  if (hadChannel || !roles.includes(argv[2] ?? '')) return false;
  return ![...execArgv, env.NODE_OPTIONS ?? ''].some((option) => limits.test(option));
}

/** Runs the same command in a process with the limit, passes signals on, and ends as that does. Never resolves. */
export function runWithHeapLimit(): Promise<never> {
  const words = process.argv.slice(2);
  const options = words.findIndex((word) => word.startsWith('-'));
  process.title = ['counterfoil', ...words.slice(0, options === -1 ? undefined : options)].join(' ');
  // Out of the terminal's group, so that Ctrl-C comes once; the channel tells the role when this process is gone.
  const role = spawn(process.execPath, [heapLimit, ...process.execArgv, ...process.argv.slice(1)], {
    detached: true,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => role.kill(signal));
  watchNpm(() => role.kill('SIGTERM'));
  return new Promise((_, reject) => {
    role.once('error', reject);
    role.once('exit', (code) => process.exit(code ?? 1));
  });
}
