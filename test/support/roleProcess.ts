import path from 'node:path';
import { ManagedProcess } from '../../servers/system/managedProcess.ts';
import { roleHeapLimit } from '../../up/roles/roleProcess.ts';
import { childEnvironment } from './childEnvironment.ts';
import { compiled, nowhere } from './command.ts';

/** Milliseconds: a role may wait for a server that a test has taken away. */
const startMs = 60_000;

export interface RoleOptions {
  readonly env: Readonly<Record<string, string>>;
  /** Folder of the release that it runs; this one when it is not given. */
  readonly folder?: string;
  /** A command before that of the role, such as one that runs it on another host. */
  readonly prefix?: readonly string[];
  /** Modules that Node loads before. */
  readonly requires?: readonly string[];
  /** Receives what the process prints. */
  readonly onOutput?: (text: string) => void;
  /** File that gets what the process logs. */
  readonly logFile?: string;
}

/** A gateway or worker as operators run it, not started: compiled, and without the settings of the test run. */
export function roleProcess(role: string, options: RoleOptions): ManagedProcess {
  const { env, folder = '', prefix = [], requires = [], onOutput, logFile } = options;
  const program = path.resolve(folder, 'dist/cli/main.js');
  const preloads = requires.flatMap((file) => ['--require', file]);
  return new ManagedProcess({
    name: role,
    command: () => ({
      line: [...prefix, process.execPath, roleHeapLimit, ...preloads, program, ...role.split(' ')],
      environment: { ...childEnvironment(), ...nowhere, ...env },
    }),
    link: { kind: 'channel' },
    startMs,
    ...(onOutput && { onOutput }),
    ...(logFile && { logFile }),
  });
}

/** Starts a gateway or worker; resolves when it serves. */
export async function startRole(role: string, options: RoleOptions): Promise<ManagedProcess> {
  await compiled();
  const started = roleProcess(role, options);
  await started.start();
  return started;
}
