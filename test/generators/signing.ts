import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const { SERVICE_URL = '', APP_ID = '', API_SECRET = '' } = process.env;

export const settings = { url: SERVICE_URL };

/** Both signatures of a request, as the description in openapi.json says. */
export async function signatures(path: string, body: string): Promise<Record<string, string>> {
  const derive = (info: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', API_SECRET, 'counterfoil', info, bytes));
  const keyId = derive('svc-v2-kid', 8).toString('hex');
  const time = String(Math.floor(Date.now() / 1_000));
  const nonce = randomBytes(16).toString('base64url');
  const operation = path.slice(path.lastIndexOf('/') + 1);
  const digest = createHash('sha256').update(body).digest('hex');
  const lines = ['SVC2-HMAC-SHA256', APP_ID, keyId, time, nonce, '', 'POST', path, operation, digest];
  const signature = createHmac('sha256', derive('svc-v2', 32)).update(lines.join('\n')).digest('base64');
  return {
    'X-Svc-Hmac': `${APP_ID}:${createHmac('sha256', API_SECRET).update(body).digest('base64')}`,
    'X-Svc-Signature': `v2;kid=${keyId};ts=${time};nonce=${nonce};sig=${signature}`,
  };
}
