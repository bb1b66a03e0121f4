import path from 'node:path';
import { OperatorError } from '../../shared/runtime/process/explain.ts';
import { demoFile, environment, settings } from '../../shared/runtime/settings/environment.ts';

/** Reads the service and the app from the environment or from a running `npm start`. Throws an `OperatorError`. */
export function credentials(): { readonly url: string; readonly appId: string; readonly apiSecret: string } {
  const {
    COUNTERFOIL_URL: url,
    COUNTERFOIL_APP_ID: appId,
    COUNTERFOIL_API_SECRET: apiSecret,
  } = environment();
  if (url && appId && apiSecret) return { url, appId, apiSecret };
  throw new OperatorError(
    `COUNTERFOIL_URL, COUNTERFOIL_APP_ID and COUNTERFOIL_API_SECRET are not all set, neither in the environment nor in ${path.join(settings().dataFolder, demoFile)}: set them, or COUNTERFOIL_DATA_DIR to the data folder of a running \`npm start\``,
  );
}

export function hasCredentials(): boolean {
  const {
    COUNTERFOIL_URL: url,
    COUNTERFOIL_APP_ID: appId,
    COUNTERFOIL_API_SECRET: apiSecret,
  } = environment();
  return Boolean(url && appId && apiSecret);
}

export const credentialsHelp = `COUNTERFOIL_URL, COUNTERFOIL_APP_ID and COUNTERFOIL_API_SECRET name the service and the app.
If they are not set, the demo account of a running \`npm start\` is used.`;
