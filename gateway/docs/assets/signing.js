// Written by `npm run docs`; a test compares them.
// shared/contract/keys/signedText.ts
var operationPath = "/api/v1";
var derivation = { salt: "counterfoil", signingKey: "svc-v2", keyId: "svc-v2-kid" };
function signedText(parts, bodyDigest) {
  const { appId, keyId, timestamp, nonce, idempotencyKey, path, method } = parts;
  return `SVC2-HMAC-SHA256
${appId}
${keyId}
${timestamp}
${nonce}
${idempotencyKey}
POST
${path}
${method}
${bodyDigest}`;
}
function signatureText({ keyId, timestamp, nonce }, signature) {
  return `v2;kid=${keyId};ts=${timestamp};nonce=${nonce};sig=${signature}`;
}

// client/webSigner.ts
var WebSigner = class {
  #appId;
  #apiSecret;
  #keys;
  constructor({ appId, apiSecret }) {
    this.#appId = appId;
    this.#apiSecret = apiSecret;
  }
  /** `path` is that of all operations by default; a header then names the operation. */
  async sign({
    method,
    body,
    key = "",
    path = operationPath
  }) {
    this.#keys ??= keysOf(this.#apiSecret);
    const keys = await this.#keys;
    const [hmac, digest] = await Promise.all([
      crypto.subtle.sign("HMAC", keys.body, body),
      crypto.subtle.digest("SHA-256", body)
    ]);
    const parts = {
      appId: this.#appId,
      keyId: keys.keyId,
      timestamp: String(Math.floor(Date.now() / 1e3)),
      nonce: base64url(crypto.getRandomValues(new Uint8Array(16))),
      idempotencyKey: key,
      path,
      method
    };
    const signature = await crypto.subtle.sign("HMAC", keys.request, encoded(signedText(parts, hex(digest))));
    return {
      "X-Svc-Hmac": `${this.#appId}:${base64(hmac)}`,
      "X-Svc-Signature": signatureText(parts, base64(signature))
    };
  }
};
async function keysOf(apiSecret) {
  const secret = encoded(apiSecret);
  const source = await crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveBits"]);
  const derived = (info, bytes) => crypto.subtle.deriveBits(
    { name: "HKDF", hash: "SHA-256", salt: encoded(derivation.salt), info: encoded(info) },
    source,
    bytes * 8
  );
  return {
    body: await hmacKey(secret),
    request: await hmacKey(await derived(derivation.signingKey, 32)),
    keyId: hex(await derived(derivation.keyId, 8))
  };
}
function hmacKey(bytes) {
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
}
function encoded(text) {
  return new TextEncoder().encode(text);
}
function hex(buffer) {
  return Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
function base64(buffer) {
  return btoa(String.fromCharCode(...new Uint8Array(buffer)));
}
function base64url(bytes) {
  return base64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
export {
  WebSigner
};
