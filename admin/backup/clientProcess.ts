import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type Binary,
  type DatabaseName,
  programEnvironment,
  programLine,
} from '../../servers/programs/program.ts';
import { OperatorError } from '../../shared/runtime/process/explain.ts';
import { abortOnSignals } from '../../shared/runtime/process/stopSignals.ts';
import { caFile, serverAddress } from '../../shared/runtime/settings/serverAddress.ts';

interface ClientProcess {
  readonly child: ChildProcess;
  /** Rejects with an `OperatorError` if the program fails. Its message is the first error, without the statement. */
  readonly ended: Promise<void>;
}

/** Starts a client program, which ends when `stop` aborts. It reads only this option file, which must be its first option. */
export function startClient(
  program: Binary,
  { file: optionFile, stop }: OptionFile,
  url: string,
  parameters: readonly string[],
): ClientProcess {
  const line = [`--defaults-file=${optionFile}`, ...parameters, serverAddress(url).database];
  const [file, ...rest] = programLine(program, line);
  const child = spawn(file, rest, { env: programEnvironment(program), stdio: 'pipe', signal: stop });
  return { child, ended: endOf(child, stop) };
}

function endOf(child: ChildProcess, stop: AbortSignal): Promise<void> {
  let errorText = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errorText = (errorText + text).slice(0, 2_000);
  });
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', (error) =>
      reject(stop.aborted ? new OperatorError('the database client was stopped by a signal') : error),
    );
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

/** An option file for client programs, which are stopped by the signals that stop this process. */
interface OptionFile {
  readonly file: string;
  readonly stop: AbortSignal;
}

/**
 * Creates an option file with the address and password of the database, and removes it afterwards, also when a signal ends the
 * work. Other users of the machine could see a password on the command line or in the environment.
 */
export async function withOptionFile<T>(
  url: string,
  name: DatabaseName,
  work: (options: OptionFile) => Promise<T>,
): Promise<T> {
  const { signal: stop, release } = abortOnSignals();
  const folder = await mkdtemp(path.join(tmpdir(), 'counterfoil-backup-'));
  try {
    const file = path.join(folder, 'client.cnf');
    await writeFile(file, optionFileText(url, name), { mode: 0o600 });
    return await work({ file, stop });
  } finally {
    await rm(folder, { recursive: true });
    release();
  }
}

function optionFileText(url: string, name: DatabaseName): string {
  const { host, port, user, password, usesTls } = serverAddress(url);
  const options = { host, port, user, password, protocol: 'tcp', 'default-character-set': 'utf8mb4' };
  const lines = Object.entries(options).map(([option, value]) => `${option}=${quoted(String(value))}`);
  return ['[client]', ...lines, ...(usesTls ? tlsOptions[name](caOf(url)) : []), ''].join('\n');
}

function quoted(value: string): string {
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

function caOf(url: string): string | undefined {
  return new URL(url).searchParams.get(caFile) ?? undefined;
}

/** Options that verify the name in the certificate, as the roles do. MySQL's programs do not know the system's authorities. */
const tlsOptions: Readonly<Record<DatabaseName, (ca: string | undefined) => readonly string[]>> = {
  MariaDB: (ca) => ['ssl', 'ssl-verify-server-cert', ...(ca ? [`ssl-ca=${quoted(ca)}`] : [])],
  MySQL: (ca) => ['ssl-mode=VERIFY_IDENTITY', ca ? `ssl-ca=${quoted(ca)}` : 'ssl-capath=/etc/ssl/certs'],
};
