import { randomBytes, randomUUID } from 'node:crypto';
import { Agent, request } from 'undici';
import type { Envelope } from '../shared/calls/envelope.ts';
import type { HmacKey } from '../shared/keys/hmacKey.ts';
import { signatureHeader } from '../shared/keys/signature.ts';
import { keyIdOf, operationPath, signatureV2Header, signingKey } from '../shared/keys/signatureV2.ts';
import { batchRun } from '../shared/operations/batch.run.ts';
import { type PublicOperationName, publicOperations } from '../shared/operations/index.ts';
import { backoffMs } from '../shared/process/backoff.ts';
import { UnavailableError } from './errors.ts';
import type { Sent } from './sent.ts';

/** How a client reaches the service, and as which app. */
export interface SenderOptions {
  /** The address of the service, such as `https://invoices.example`; the client adds `/api/v1`. */
  readonly url: string;
  /** The id of the app, such as `app_…`. */
  readonly appId: string;
  /** The secret that `counterfoil app create` printed. It signs requests and is never sent. */
  readonly apiSecret: string;
  /** How often a call is repeated after 429, 503, 504 or a lost connection; 5 by default. */
  readonly repeats?: number;
  /** Connections that are open at once, at most; 64 by default. More calls wait for a free one. */
  readonly connections?: number;
  /** Milliseconds to wait for an answer to one try; 30,000 by default. */
  readonly timeoutMs?: number;
}

/** What is sent, the same in every try. */
interface Request {
  readonly method: string;
  readonly body: Uint8Array;
  /** `Idempotency-Key`. */
  readonly key?: string;
}

const transientStatuses = new Set([429, 503, 504]);

const retryBackoff = { firstMs: 100, maxMs: 5_000 };

/** Signs and sends requests, and repeats failed ones. A repeated write runs once, since each has an `Idempotency-Key`. */
export class Sender {
  readonly #options: Required<SenderOptions>;
  readonly #agent: Agent;
  readonly #keyId: string;
  readonly #signingKey: HmacKey;
  #closing: Promise<void> | undefined;

  constructor(options: SenderOptions) {
    this.#options = { repeats: 5, connections: 64, timeoutMs: 30_000, ...options };
    const { apiSecret, connections, timeoutMs } = this.#options;
    this.#keyId = keyIdOf(apiSecret);
    this.#signingKey = signingKey(apiSecret);
    this.#agent = new Agent({
      connections,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      keepAliveTimeout: 30_000,
    });
  }

  /** Resolves to the answer, refusals too. Throws an `UnavailableError` when the last try got no answer. */
  async send(method: string, text: string | Uint8Array, idempotencyKey?: string): Promise<Sent> {
    // Signed twice and sent, a text would be encoded three times.
    const body = typeof text === 'string' ? Buffer.from(text) : text;
    const key = idempotencyKey ?? (isWriting(method) ? randomUUID() : undefined);
    const request = { method, body, ...(key === undefined ? {} : { key }) };
    const headers = this.#headers(request);
    for (let attempts = 0; ; attempts += 1) {
      const answer = await this.#try(body, { ...headers, 'X-Svc-Signature': this.#signatureV2(request) });
      const isTransient = answer instanceof Error || transientStatuses.has(answer.status);
      if (!isTransient) return answer;
      if (attempts === this.#options.repeats) return orThrow(answer);
      await pause(attempts, answer instanceof Error ? 0 : answer.retryAfterMs);
    }
  }

  /** Waits for the answers to the calls in flight; safe to call twice. */
  close(): Promise<void> {
    this.#closing ??= this.#agent.close();
    return this.#closing;
  }

  #headers({ method, body, key }: Request): Record<string, string> {
    const { appId, apiSecret } = this.#options;
    return {
      'Content-Type': 'application/json',
      'X-Svc-Hmac': signatureHeader(appId, body, apiSecret),
      'X-Svc-Method': method,
      ...(key === undefined ? {} : { 'Idempotency-Key': key }),
    };
  }

  /** New for each try: the service takes a signature once, and a try that got no answer may have arrived. */
  #signatureV2({ method, body, key = '' }: Request): string {
    const request = {
      ...{ appId: this.#options.appId, keyId: this.#keyId },
      timestamp: String(Math.floor(Date.now() / 1_000)),
      nonce: randomBytes(16).toString('base64url'),
      ...{ idempotencyKey: key, path: operationPath, method, body },
    };
    return signatureV2Header(request, this.#signingKey);
  }

  async #try(body: Uint8Array, headers: Record<string, string>): Promise<Sent | Error> {
    try {
      const url = `${this.#options.url.replace(/\/$/, '')}${operationPath}`;
      const response = await request(url, { method: 'POST', body, headers, dispatcher: this.#agent });
      return {
        status: response.statusCode,
        code: headerOf(response.headers, 'x-svc-error'),
        requestId: headerOf(response.headers, 'x-request-id'),
        retryAfterMs: (Number(headerOf(response.headers, 'retry-after')) || 0) * 1_000,
        envelope: (await response.body.json()) as Envelope,
      };
    } catch (error) {
      return error as Error;
    }
  }
}

function isWriting(method: string): boolean {
  if (method === batchRun.name) return true;
  return (
    Object.hasOwn(publicOperations, method) &&
    publicOperations[method as PublicOperationName].kind === 'writes'
  );
}

function headerOf(headers: Readonly<Record<string, string | string[] | undefined>>, name: string): string {
  return String(headers[name] ?? '');
}

function orThrow(answer: Sent | Error): Sent {
  if (!(answer instanceof Error)) return answer;
  const { code = answer.name } = answer as { code?: string };
  throw new UnavailableError(`no answer: ${answer.message || code}`, {
    code: 'no_answer',
    status: 0,
    requestId: '',
  });
}

function pause(attempts: number, minMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(minMs, backoffMs(attempts, retryBackoff))));
}
