import { randomBytes, randomUUID } from 'node:crypto';
import { Agent, request } from 'undici';
import { batchRun } from '../shared/calls/batch.ts';
import type { Envelope } from '../shared/calls/envelope.ts';
import type { HmacKey } from '../shared/keys/hmacKey.ts';
import { signatureHeader } from '../shared/keys/signature.ts';
import { keyIdOf, operationPath, signatureV2Header, signingKey } from '../shared/keys/signatureV2.ts';
import { type PublicOperationName, publicOperations } from '../shared/operations/index.ts';
import { UnavailableError } from './errors.ts';

export interface SenderOptions {
  /** The address of the service, such as `https://invoices.example`; `/api/v1` is added. */
  readonly url: string;
  readonly appId: string;
  readonly apiSecret: string;
  /** How often a call is repeated after 429, 503, 504 or a lost connection. */
  readonly repeats?: number;
  /** Most connections at once. */
  readonly connections?: number;
  /** Milliseconds to wait for an answer. */
  readonly timeoutMs?: number;
}

/** An answer as it came. */
export interface Sent {
  readonly status: number;
  /** Empty on success. */
  readonly code: string;
  readonly requestId: string;
  /** Milliseconds after which the service wants to be asked again; 0 when it does not say. */
  readonly retryAfterMs: number;
  readonly envelope: Envelope;
}

/** What is sent, however often. */
interface Request {
  readonly method: string;
  readonly body: string | Uint8Array;
  /** `Idempotency-Key`. */
  readonly key?: string;
}

const repeatedStatuses = new Set([429, 503, 504]);

/** Signs and sends, and repeats what may be repeated: reads always, writes because each carries an `Idempotency-Key`. */
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

  /** Throws an `UnavailableError` when no connection brought an answer; any answer is returned. */
  async send(method: string, body: string | Uint8Array, idempotencyKey?: string): Promise<Sent> {
    const key = idempotencyKey ?? (isWriting(method) ? randomUUID() : undefined);
    const request = { method, body, ...(key === undefined ? {} : { key }) };
    const headers = this.#headers(request);
    for (let attempts = 0; ; attempts += 1) {
      const answer = await this.#try(body, { ...headers, 'X-Svc-Signature': this.#signatureV2(request) });
      const isPassing = answer instanceof Error || repeatedStatuses.has(answer.status);
      if (!isPassing) return answer;
      if (attempts === this.#options.repeats) return orThrow(answer);
      await pause(attempts, answer instanceof Error ? 0 : answer.retryAfterMs);
    }
  }

  /** Waits for the answers under way; safe to call twice. */
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

  /** Another one for each try: the service lets none pass twice, and a try that got no answer may have arrived. */
  #signatureV2({ method, body, key = '' }: Request): string {
    const request = {
      ...{ appId: this.#options.appId, keyId: this.#keyId },
      timestamp: String(Math.floor(Date.now() / 1_000)),
      nonce: randomBytes(16).toString('base64url'),
      ...{ idempotencyKey: key, path: operationPath, method, body },
    };
    return signatureV2Header(request, this.#signingKey);
  }

  async #try(body: string | Uint8Array, headers: Record<string, string>): Promise<Sent | Error> {
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

/** Milliseconds that double with the tries, up to some seconds, and differ from client to client. */
function pause(attempts: number, atLeastMs: number): Promise<void> {
  const longest = Math.min(100 * 2 ** attempts, 5_000);
  return new Promise((resolve) =>
    setTimeout(resolve, Math.max(atLeastMs, longest * (0.5 + Math.random() / 2))),
  );
}
