import type { Dispatcher, Pool } from 'undici';
import { signatureHeader } from '../../shared/keys/signature.ts';
import type { LoadApp } from '../data/apps.ts';

/** Signs and sends a call. The caller must read the body of the answer. */
export type SignedCalls = (method: string, sent: object) => Promise<Dispatcher.ResponseData>;

/** Makes calls of one app without the client's retries and checks. */
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
