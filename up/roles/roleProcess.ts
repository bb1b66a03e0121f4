import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ManagedProcess } from '../../servers/system/managedProcess.ts';
import { logMessage } from '../../shared/runtime/process/log.ts';
import type { Logging } from './logs.ts';
import type { Role } from './roles.ts';

interface RoleOptions {
  readonly folder: string;
  readonly environment: () => NodeJS.ProcessEnv;
  readonly greeting?: () => object;
  readonly prepare: () => Promise<void>;
  readonly onMetrics: (port: number) => void;
}

/** Works both compiled and not compiled. */
export const program = fileURLToPath(
  new URL(`../../cli/main${path.extname(import.meta.url)}`, import.meta.url),
);

/**
 * Megabytes of long-lived objects. Roles hold about thirty. Without a limit, Node lets a gateway under load collect forty more
 * of garbage. Options of the parent come later and override this one.
 */
export const heapLimit = '--max-old-space-size=1024';

/** Milliseconds. A busy machine starts ten roles at once, and each reports after ten seconds what it waits for. */
const startMs = 60_000;

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

/** The process continues in a new file of the same name when it is told to. */
export function loggingOf(process: ManagedProcess, folder: string): Logging {
  const file = logFileOf(process.name, folder);
  return { file, reopen: () => process.send(logMessage(file)) };
}

function logFileOf(name: string, folder: string): string {
  return path.join(folder, `${name.replaceAll(' ', '-')}.log`);
}
