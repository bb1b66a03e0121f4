import { printLine } from '../../shared/runtime/process/commandOutput.ts';
import { environment } from '../../shared/runtime/settings/environment.ts';
import { requireUp } from './requireUp.ts';

const variables = ['COUNTERFOIL_URL', 'COUNTERFOIL_APP_ID', 'COUNTERFOIL_API_SECRET'] as const;

export interface Credentials {
  readonly url: string;
  readonly appId: string;
  readonly apiSecret: string;
}

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

const patienceMs = 5_000;

/** Prints what the command waits for, unless the work ends within five seconds. */
export async function announcingWait<Result>(url: string, work: Promise<Result>): Promise<Result> {
  const timer = setTimeout(() => printLine(`Waiting for an answer from ${url}`), patienceMs);
  return work.finally(() => clearTimeout(timer));
}

export const credentialsHelp = `COUNTERFOIL_URL, COUNTERFOIL_APP_ID and COUNTERFOIL_API_SECRET name the service and the app.
If they are not set, the demo account of a running \`npm start\` is used.`;
