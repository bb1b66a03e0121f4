import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { logMessage } from '../../shared/process/logMessage.ts';
import { ManagedProcess } from '../system/managedProcess.ts';
import type { Logging } from './logs.ts';
import type { Role } from './roles.ts';

interface RoleOptions {
  /** For the log. */
  readonly folder: string;
  /** At the moment of a start. */
  readonly environment: () => NodeJS.ProcessEnv;
  /** The message that the process gets when it is ready, if any. */
  readonly greeting?: () => object;
  /** Runs before every start. */
  readonly prepare: () => Promise<void>;
  /** Called when it serves its metrics on a port. */
  readonly onMetrics: (port: number) => void;
}

/** The same program, whether it runs compiled or not. */
export const program = fileURLToPath(
  new URL(`../../cli/main${path.extname(import.meta.url)}`, import.meta.url),
);

/**
 * Megabytes of long-lived objects at most. Roles hold about thirty; without a limit, Node lets a gateway under load grow
 * by forty of garbage. Options that the parent was started with come last, and win.
 */
export const heapLimit = '--max-old-space-size=1024';

/** Milliseconds: a busy machine starts ten roles at once, and each says after ten seconds what it waits for. */
const startMs = 60_000;

/** A gateway or worker process of `up`. */
export function roleProcess(
  { name, parameters }: Role,
  { folder, environment, greeting, prepare, onMetrics }: RoleOptions,
): ManagedProcess {
  const line = [process.execPath, heapLimit, ...process.execArgv, program, ...parameters];
  return new ManagedProcess({
    name,
    command: () => ({ line, environment: environment() }),
    link: { kind: 'channel' },
    logFile: logFileOf(name, folder),
    startMs,
    prepare,
    onMessage: ({ metricsPort }: { readonly metricsPort: number }) => onMetrics(metricsPort),
    ...(greeting && { greeting }),
  });
}

/** The log of a role: the process goes on in a new file of the same name when it is told to. */
export function loggingOf(process: ManagedProcess, folder: string): Logging {
  const file = logFileOf(process.name, folder);
  return { file, reopen: () => process.send(logMessage(file)) };
}

function logFileOf(name: string, folder: string): string {
  return path.join(folder, `${name.replaceAll(' ', '-')}.log`);
}
