import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { childEnvironment } from './childEnvironment.ts';
import { compiled, nowhere, run } from './command.ts';
import type { Ended } from './running.ts';

const program = path.resolve(import.meta.dirname, 'commandHostProcess.js');

let host: ChildProcess | undefined;
let isBusy = false;

/**
 * Runs `counterfoil` with these arguments to its end, as `run` does, in a process that has run others before: a start costs
 * more than most commands. For commands whose tests are not about the process: signals, its end, and standard input.
 */
export async function runHosted(
  parameters: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Ended> {
  // It has one environment, so it runs one at a time.
  if (isBusy) return run(parameters, { env });
  isBusy = true;
  try {
    await compiled();
    host ??= startHost();
    return await sent(host, { parameters, env: { ...nowhere, ...env } });
  } finally {
    isBusy = false;
  }
}

/** Ends the process, which would keep the tests from ending. */
export function stopHost(): void {
  if (host?.connected) host.disconnect();
}

function startHost(): ChildProcess {
  const child = fork(program, {
    env: childEnvironment(),
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.once('exit', () => (host = undefined));
  return child;
}

function sent(child: ChildProcess, command: object): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const failed = (code: number | null) =>
      reject(new Error(`the host of commands ended with code ${code}: ${JSON.stringify(command)}`));
    child.once('exit', failed);
    child.once('message', (ended) => {
      child.off('exit', failed);
      resolve(ended as Ended);
    });
    child.send(command);
  });
}
