import { type ChildProcess, spawn } from 'node:child_process';
import type { Binary } from '../../servers/programs/program.ts';
import { programEnvironment, programLine } from '../../servers/programs/program.ts';
import { OperatorError } from '../../shared/runtime/process/explain.ts';
import { serverAddress } from '../../shared/runtime/settings/serverAddress.ts';

export interface ClientProcess {
  readonly child: ChildProcess;
  /** Rejects with an `OperatorError` if the program fails. Its message is the first error, without the statement. */
  readonly ended: Promise<void>;
}

/** Starts a client program. It reads only this option file, which must be its first option. */
export function startClient(
  program: Binary,
  optionFile: string,
  url: string,
  parameters: readonly string[],
): ClientProcess {
  const line = [`--defaults-file=${optionFile}`, ...parameters, serverAddress(url).database];
  const [file, ...rest] = programLine(program, line);
  const child = spawn(file, rest, { env: programEnvironment(program), stdio: 'pipe' });
  return { child, ended: endOf(child) };
}

function endOf(child: ChildProcess): Promise<void> {
  let errorText = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errorText = (errorText + text).slice(0, 2_000);
  });
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) =>
      code === 0 ? resolve() : reject(new OperatorError(reasonOf(errorText, signal ?? `exit code ${code}`))),
    );
  });
  // The stream to or from the program fails first; its user then awaits `ended` for the reason.
  ended.catch(() => {});
  return ended;
}

/** Removes the part of the statement that the error may quote, since it may contain data. */
function reasonOf(errorText: string, end: string): string {
  const line = errorText.split('\n').find((each) => /error|denied/i.test(each));
  return `the database client failed with ${end}: ${line?.replace(/ near '.*$/, '') ?? 'it printed no reason'}`;
}
