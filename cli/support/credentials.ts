import type { Credentials } from '../../importer/service/target.ts';
import { environment } from '../../shared/runtime/settings/environment.ts';
import { requireUp } from './requireUp.ts';

const variables = ['COUNTERFOIL_URL', 'COUNTERFOIL_APP_ID', 'COUNTERFOIL_API_SECRET'] as const;

/** Reads the service and the app from the environment or from a running `npm start`. Throws an `OperatorError` without them. */
export async function credentials(): Promise<Credentials> {
  await requireUp(...variables);
  const {
    COUNTERFOIL_URL: url,
    COUNTERFOIL_APP_ID: appId,
    COUNTERFOIL_API_SECRET: apiSecret,
  } = environment();
  return { url, appId, apiSecret } as Credentials;
}

/** Repeats of a call of a command. Few, since a person or an agent should soon see that nothing answers. */
export const commandRepeats = 5;

const patienceMs = 2_000;

/** Tells a person at a terminal what the command waits for, unless the work ends within two seconds. */
export async function announcingWait<Result>(
  url: string,
  work: Promise<Result>,
  terminal: Pick<NodeJS.WriteStream, 'isTTY' | 'write'> = process.stderr,
): Promise<Result> {
  if (!terminal.isTTY) return work;
  const timer = setTimeout(() => terminal.write(`Waiting for an answer from ${url}\n`), patienceMs);
  return work.finally(() => clearTimeout(timer));
}

export const credentialsHelp = `COUNTERFOIL_URL, COUNTERFOIL_APP_ID and COUNTERFOIL_API_SECRET name the service and the app.
If they are not set, the demo account of a running \`npm start\` is used.`;
