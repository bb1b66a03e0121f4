import { spawn } from 'node:child_process';
import { watchNpm } from '../../shared/runtime/process/stopSignals.ts';

/**
 * Megabytes of long-lived objects. Roles hold about thirty. Without a limit, Node lets a gateway under load collect forty more
 * of garbage. Options of the parent come later and override this one.
 */
export const heapLimit = '--max-old-space-size=1024';

const roles = ['gateway', 'worker'];
const limits = /--max[-_](?:old[-_]space|heap)[-_]size/;

/**
 * True if this process is a role that was started without a heap limit. V8 accepts a limit only at its start. A parent that
 * starts roles with an IPC channel, as `up` does, sets the limit itself.
 */
export function lacksHeapLimit(): boolean {
  const { argv, execArgv, env } = process;
  // `process.channel` is gone after the channel was closed; this property stays.
  const hadChannel = 'connected' in process;
  if (hadChannel || !roles.includes(argv[2] ?? '')) return false;
  return ![...execArgv, env.NODE_OPTIONS ?? ''].some((option) => limits.test(option));
}

/** Runs the same command in a process with the limit, passes signals on, and ends as that process does. Never resolves. */
export function runWithHeapLimit(): Promise<never> {
  const words = process.argv.slice(2);
  const options = words.findIndex((word) => word.startsWith('-'));
  process.title = ['counterfoil', ...words.slice(0, options === -1 ? undefined : options)].join(' ');
  // A process group of its own, so that the role gets Ctrl-C once. When this process ends, the channel closes and the role
  // stops.
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
