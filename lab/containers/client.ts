import { type Counterfoil, counterfoil } from '../../client/nodeClient.ts';
import type { Signer, Stack } from './stack.ts';

/** A client of an account at the first gateway of an installation. */
export function clientOf(stack: Stack, { app_id: appId, api_secret: apiSecret }: Signer): Counterfoil {
  return counterfoil({ url: stack.urls[0] as string, appId, apiSecret });
}
