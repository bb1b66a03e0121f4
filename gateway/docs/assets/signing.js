/** Signs requests with WebCrypto (section "Signatures" of the page). The secret stays in this page. */

const text = new TextEncoder();

export async function signatures({ appId, apiSecret, path, operation, body, key, wantsV2 }) {
  const hmac = base64(await sign(text.encode(apiSecret), text.encode(body)));
  const headers = { 'X-Svc-Hmac': `${appId}:${hmac}` };
  if (wantsV2)
    headers['X-Svc-Signature'] = await signatureV2({ appId, apiSecret, path, operation, body, key });
  return headers;
}

async function signatureV2({ appId, apiSecret, path, operation, body, key }) {
  const keyId = hex((await derive(apiSecret, 'svc-v2-kid')).slice(0, 8));
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const nonce = newNonce();
  const digest = hex(await crypto.subtle.digest('SHA-256', text.encode(body)));
  const values = [appId, keyId, timestamp, nonce, key ?? '', 'POST', path, operation, digest];
  const signed = ['SVC2-HMAC-SHA256', ...values].join('\n');
  const signature = base64(await sign(await derive(apiSecret, 'svc-v2'), text.encode(signed)));
  return `v2;kid=${keyId};ts=${timestamp};nonce=${nonce};sig=${signature}`;
}

async function sign(key, bytes) {
  const imported = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ]);
  return crypto.subtle.sign('HMAC', imported, bytes);
}

/** 32 bytes of HKDF with SHA-256 and the salt `counterfoil`. */
async function derive(apiSecret, info) {
  const secret = await crypto.subtle.importKey('raw', text.encode(apiSecret), 'HKDF', false, ['deriveBits']);
  const parameters = {
    name: 'HKDF',
    hash: 'SHA-256',
    salt: text.encode('counterfoil'),
    info: text.encode(info),
  };
  return crypto.subtle.deriveBits(parameters, secret, 256);
}

function newNonce() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return base64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function base64(bytes) {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)));
}

function hex(bytes) {
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
