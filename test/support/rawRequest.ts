import type { NewCredentials } from '../../admin/accounts.ts';
import { signatureHeader } from '../../shared/contract/keys/hmac.ts';
import { cluster } from './cluster.ts';
import { type RawAnswer, RawConnection } from './rawConnection.ts';

/** An app of an account that signs. */
export interface Signer {
  readonly appId: string;
  readonly apiSecret: string;
}

/** Parts in which a request differs from the good one. */
export interface Difference {
  readonly verb?: string;
  readonly path?: string;
  readonly method?: string;
  readonly body?: string | Uint8Array;
  /** Headers in place of the good ones: `undefined` leaves one out, a list sends it several times. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** The good request, signed by the app, but for the difference. */
export function rawRequest(signer: Signer, difference: Difference = {}): Buffer {
  const { verb = 'POST', path = '/api/v1', body = '{"customer_ident":"cus_unknown"}' } = difference;
  const headers = {
    Host: 'counterfoil.example',
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    'X-Svc-Method': difference.method ?? 'customer.exists',
    'X-Svc-Hmac': signatureHeader(signer.appId, body, signer.apiSecret),
    ...difference.headers,
  };
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one) => `${name}: ${one}`),
  );
  const head = Buffer.from([`${verb} ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n'), 'latin1');
  return Buffer.concat([head, Buffer.from(body)]);
}

/** A good request to be sent many times, without being signed again. */
export function signedRequest(
  port: number,
  { app_id: appId, api_secret: apiSecret }: Pick<NewCredentials, 'app_id' | 'api_secret'>,
  method: string,
  data: object,
): Buffer {
  const headers = { Host: `127.0.0.1:${port}` };
  return rawRequest({ appId, apiSecret }, { method, body: JSON.stringify(data), headers });
}

/** Sends such a request on a connection of its own, to the shared cluster unless another port is given. */
export async function post(signer: Signer, difference: Difference = {}, port?: number): Promise<RawAnswer> {
  return exchange(rawRequest(signer, difference), port, difference.verb !== 'HEAD');
}

/** Sends bytes on a connection of their own and reads one answer. */
export async function exchange(
  bytes: string | Uint8Array,
  port?: number,
  hasBody = true,
): Promise<RawAnswer> {
  const connection = await RawConnection.open(port ?? (await sharedPort()));
  try {
    void connection.send(bytes);
    return await connection.answer(hasBody);
  } finally {
    connection.close();
  }
}

export async function sharedPort(): Promise<number> {
  return Number(new URL((await cluster()).url).port);
}
