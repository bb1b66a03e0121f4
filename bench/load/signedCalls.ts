import type { Dispatcher, Pool } from 'undici';
import { signatureHeader } from '../../shared/keys/signature.ts';
import type { LoadApp } from '../data/apps.ts';

/** Signs and sends a call; its body must be read. */
export type SignedCalls = (method: string, sent: object) => Promise<Dispatcher.ResponseData>;

/** Calls of one app, without the retries and checks of the client. */
export function signedCalls(pool: Pool, { appId, apiSecret }: LoadApp): SignedCalls {
  return (method, sent) => {
    const body = JSON.stringify(sent);
    const headers = {
      'content-type': 'application/json',
      'x-svc-method': method,
      'x-svc-hmac': signatureHeader(appId, body, apiSecret),
    };
    return pool.request({ path: '/api/v1', method: 'POST', headers, body });
  };
}
