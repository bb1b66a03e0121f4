import { type ChildProcess, spawn } from 'node:child_process';
import { OperatorError } from '../../shared/process/explain.ts';
import { serverAddress } from '../../shared/settings/serverAddress.ts';
import type { Binary } from '../../standalone/programs/program.ts';
import { programEnvironment, programLine } from '../../standalone/programs/program.ts';

/** A program of the database that works on the database of a URL, and its end. */
export interface ClientProcess {
  readonly child: ChildProcess;
  /** Rejects with an `OperatorError` when the program fails: its first error, without the statement. */
  readonly ended: Promise<void>;
}

/** Starts a program of the database. Its option file comes first, and is the only one that it reads. */
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
  // The stream to or from it fails first; its user then awaits this for the reason.
  ended.catch(() => {});
  return ended;
}

/** The first line is the reason, without the part of the statement that it may quote. */
function reasonOf(errorText: string, end: string): string {
  const line = errorText.split('\n').find((each) => /error|denied/i.test(each));
  return `the database client failed with ${end}: ${line?.replace(/ near '.*$/, '') ?? 'it printed no reason'}`;
}
