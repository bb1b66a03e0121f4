import type { LookupFunction } from 'node:net';
import { Agent, buildConnector, type Dispatcher, request } from 'undici';
import { maxAttemptMs, maxKeptAnswer } from '../../shared/contract/values/contractLimits.ts';
import {
  AddressRefused,
  allowedAddresses,
  isAllowed,
  type Reach,
  type Resolve,
  urlProblem,
} from '../operationHelpers/webhookAddresses.ts';

/** Bytes of an answer that are read, so that the connection can be used again. A longer answer closes it. */
const maxReadBytes = 65_536;

/** Outcome of one attempt. `status` is 0, and `error` says why, if there was no answer. */
export interface Attempt {
  readonly status: number;
  readonly error: string;
  readonly answer: string;
  readonly ms: number;
}

export interface Message {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface SenderOptions {
  readonly resolve: Resolve;
  /** Certificates that are trusted instead of the system's. */
  readonly ca?: string;
  readonly maxMs?: number;
}

/**
 * Sends deliveries: bounded in time and bytes, without redirects, and only to allowed addresses. The addresses of a host are
 * resolved and checked at each new connection, which goes to one of them: a name that changes its address in between gains
 * nothing.
 */
export class Sender {
  readonly #options: SenderOptions;
  readonly #agents: Readonly<Record<'public' | 'sandbox', Agent>>;

  constructor(options: SenderOptions) {
    this.#options = options;
    this.#agents = {
      public: this.#agentFor({ loopback: false }),
      sandbox: this.#agentFor({ loopback: true }),
    };
  }

  /** Never rejects. */
  async post({ url, headers, body }: Message, reach: Reach): Promise<Attempt> {
    const problem = urlProblem(url, reach);
    if (problem !== undefined) return { status: 0, error: `url ${problem}`, answer: '', ms: 0 };
    const { maxMs = maxAttemptMs } = this.#options;
    const startedAt = performance.now();
    const msSince = () => Math.round(performance.now() - startedAt);
    // A timer that is cleared: one of `AbortSignal.timeout` would live on after each delivery.
    const ending = new AbortController();
    const timer = setTimeout(() => ending.abort(), maxMs);
    try {
      const dispatcher = this.#agents[reach.loopback ? 'sandbox' : 'public'];
      const response = await request(url, {
        method: 'POST',
        headers,
        body,
        dispatcher,
        signal: ending.signal,
      });
      const answer = await beginningOf(response.body);
      // The time includes the body: a receiver that sends it slowly is a slow one.
      return { status: response.statusCode, error: '', answer, ms: msSince() };
    } catch (error) {
      const text = ending.signal.aborted ? `no answer within ${maxMs / 1_000} s` : errorText(error);
      return { status: 0, error: text, answer: '', ms: msSince() };
    } finally {
      clearTimeout(timer);
    }
  }

  async stop(): Promise<void> {
    await Promise.all(Object.values(this.#agents).map((agent) => agent.destroy()));
  }

  #agentFor(reach: Reach): Agent {
    const { resolve, ca, maxMs = maxAttemptMs } = this.#options;
    const connect = buildConnector({ timeout: maxMs, lookup: lookupWith(reach, resolve), ...(ca && { ca }) });
    return new Agent({
      connect: checkedConnector(connect, reach),
      headersTimeout: maxMs,
      bodyTimeout: maxMs,
      keepAliveTimeout: 5_000,
      keepAliveMaxTimeout: 10_000,
      pipelining: 1,
      maxHeaderSize: 16_384,
    });
  }
}

/**
 * Refuses a connection by the address that it has, whatever its look-up said. It has that address for as long as it is kept and
 * used again.
 */
export function checkedConnector(connect: buildConnector.connector, reach: Reach): buildConnector.connector {
  return (options, callback) =>
    connect(options, (...result) => {
      const [error, socket] = result;
      if (error || isAllowed(socket?.remoteAddress ?? '', reach)) return callback(...result);
      socket?.destroy();
      callback(new AddressRefused('connected to an address that is not public'), null);
    });
}

/** Pins a connection to the addresses that were checked. */
export function lookupWith(reach: Reach, resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    allowedAddresses(hostname, reach, resolve).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
        const [first] = found as [(typeof found)[number]];
        if (options.all) callback(null, found);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 4),
    );
  };
}

/** Reads a bounded part of an answer. The status has decided already: an answer that breaks off here changes nothing. */
async function beginningOf(body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk as Buffer);
      bytes += (chunk as Buffer).length;
      if (bytes >= maxReadBytes) break;
    }
  } catch {
    // The rest is missing.
  }
  body.on('error', () => {}).destroy();
  return readable(Buffer.concat(chunks).toString('utf8'));
}

/** Characters that a table or a terminal can show. */
function readable(text: string): string {
  const clean = text.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').trim();
  return Array.from(clean).slice(0, maxKeptAnswer).join('');
}

/** Characters that the table has room for. */
const maxErrorLength = 128;

function errorText(error: unknown): string {
  return readable(reasonOf(error)).slice(0, maxErrorLength).toWellFormed();
}

function reasonOf(error: unknown): string {
  const {
    code = '',
    message,
    cause,
    syscall,
  } = error as NodeJS.ErrnoException & { readonly cause?: unknown };
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  if (cause instanceof AddressRefused || error instanceof AddressRefused)
    return `address refused: ${cause instanceof AddressRefused ? cause.message : message}`;
  if (hostFailures.has(code)) return 'the host has no address';
  // A name server that refuses a connection says nothing about the receiver.
  if (syscall?.startsWith('query')) return 'the name servers did not answer';
  return texts[code] ?? `connection failed: ${code || message}`;
}

const hostFailures = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

const texts: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection closed without an answer',
  UND_ERR_SOCKET: 'connection closed without an answer',
  UND_ERR_CONNECT_TIMEOUT: 'no connection in time',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of the answer are too large',
};
