import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

export interface Place {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** End of a program, with all that it printed, errors included, in the order in which it came. */
export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly printed: string;
}

/** Runs a program to its end, whatever its end is. */
export async function finish(
  file: string,
  parameters: readonly string[],
  place: Place = {},
): Promise<Finished> {
  const child = spawn(file, parameters, {
    ...(place.cwd && { cwd: place.cwd }),
    env: { ...process.env, ...place.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', (chunk) => (printed += String(chunk)));
  const [stdout, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return { code: code as number | null, stdout, printed };
}

/** Runs a program; resolves to its standard output. Rejects with its last lines when it fails. */
export async function run(file: string, parameters: readonly string[], place: Place = {}): Promise<string> {
  const { code, stdout, printed } = await finish(file, parameters, place);
  if (code === 0) return stdout;
  const last = printed.trimEnd().split('\n').slice(-25).join('\n');
  throw new Error(`${file} ${parameters.join(' ')} ended with ${code}:\n${last}`);
}

/** Resolves to true if a program can be started and ends with code 0. */
export async function succeeds(
  file: string,
  parameters: readonly string[],
  place: Place = {},
): Promise<boolean> {
  return finish(file, parameters, place).then(
    ({ code }) => code === 0,
    () => false,
  );
}
