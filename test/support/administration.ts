import { counterfoil } from '../../client/nodeClient.ts';
import { cluster, secretKey } from './cluster.ts';
import { runHosted } from './commandHost.ts';
import type { Ended } from './running.ts';
import { servers } from './servers.ts';

/** Answer of `app create` and `app rotate`. */
export interface Credentials {
  readonly app_id: string;
  readonly api_secret: string;
}

/** Runs a command on the database of this test run, with the key of its gateways. */
export function administer(...parameters: string[]): Promise<Ended> {
  const env = { DATABASE_URL: servers().mariadb.url, COUNTERFOIL_SECRET_KEY: secretKey.toString('base64') };
  return runHosted(parameters, env);
}

/** True if the gateway of this test run lets an app in; it remembers for some seconds. */
export async function signs({ app_id: appId, api_secret: apiSecret }: Credentials): Promise<boolean> {
  const { url } = await cluster();
  const client = counterfoil({ url, appId, apiSecret, repeats: 0 });
  const { status, envelope } = await client.send('customer.exists', '{"customer_ident":"cus_unknown"}');
  await client.close();
  return status === 200 && envelope.message === 'customer does not exist';
}
