import { WebSigner } from './signing.js';

/** A call takes 10 seconds at most unless the operator allows more. */
const timeoutMs = 60_000;

/** WebCrypto exists only in secure contexts: pages from https:// or from this machine. */
export const canSign = Boolean(globalThis.crypto?.subtle);

export const cannotSign =
  'This browser signs only on a page from https:// or from this machine (http://localhost, http://127.0.0.1). Open the page at such an address to try calls.';

/**
 * Signs `{ operation, body, key }` and sends it; `key` may be empty. Resolves to any answer, with what was sent. Rejects
 * without an answer.
 */
export async function sendSigned(request, credentials) {
  const path = `/api/v1/${request.operation}`;
  const headers = { 'Content-Type': 'application/json' };
  if (request.key) headers['Idempotency-Key'] = request.key;
  const signed = {
    method: request.operation,
    body: new TextEncoder().encode(request.body),
    key: request.key,
    path,
  };
  const { 'X-Svc-Signature': signatureV2, ...signatureV1 } = await new WebSigner(credentials).sign(signed);
  Object.assign(headers, signatureV1, credentials.wantsV2 && { 'X-Svc-Signature': signatureV2 });
  const url = new URL(path.slice(1), document.baseURI);
  const options = { method: 'POST', headers, body: request.body, signal: AbortSignal.timeout(timeoutMs) };
  const answer = await fetch(url, { ...options, credentials: 'omit', redirect: 'error' });
  const text = await answer.text();
  return {
    url,
    headers,
    status: answer.status,
    text,
    envelope: parsed(text),
    code: answer.headers.get('X-Svc-Error') ?? '',
    requestId: answer.headers.get('X-Request-Id') ?? '',
    date: answer.headers.get('Date') ?? '',
  };
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `crypto.randomUUID` is missing on pages that may not sign. */
export function randomKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
