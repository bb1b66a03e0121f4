import { signatureHeader } from '../../shared/contract/keys/hmac.ts';

interface Signer {
  readonly app_id: string;
  readonly api_secret: string;
}

/** A whole request to a gateway of this machine, as bytes: to be sent many times without being signed again. */
export function signedRequest(
  port: number,
  { app_id, api_secret }: Signer,
  method: string,
  data: object,
): Buffer {
  const body = JSON.stringify(data);
  const head = [
    'POST /api/v1 HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Svc-Method: ${method}`,
    `X-Svc-Hmac: ${signatureHeader(app_id, body, api_secret)}`,
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`);
}
