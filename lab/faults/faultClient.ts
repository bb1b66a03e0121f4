import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { httpRejections } from '../../shared/contract/httpRejections.ts';
import { signatureHeader } from '../../shared/contract/keys/hmac.ts';
import { batchRun } from '../../shared/contract/operations/batch.run.ts';
import type { Envelope } from '../../shared/wire/envelope.ts';
import type { Balancer } from '../../test/support/balancer.ts';
import { isOpen, Ledger, type LedgerEntry, outcomeOf } from './ledger.ts';

interface Signer {
  readonly app_id: string;
  readonly api_secret: string;
}

/** Milliseconds: longer than any call may take, so that a timeout here is a fault of the service. */
const answerMs = 20_000;

/** Maximum attempts of a call without a definite answer. */
const maxAttempts = 60;

/**
 * Sends calls through a load balancer and keeps the ledger. Like a careful client, it repeats a call without a definite answer
 * with the same key, at the next gateway.
 */
export class FaultClient {
  readonly ledger: Ledger;
  readonly #balancer: Pick<Balancer, 'next'>;
  readonly #signer: Signer;
  readonly #agent: Agent;

  constructor(
    balancer: Pick<Balancer, 'next'>,
    signer: Signer,
    ledger = new Ledger(),
    options: Agent.Options = { connections: 64 },
  ) {
    this.ledger = ledger;
    this.#balancer = balancer;
    this.#signer = signer;
    this.#agent = new Agent({ headersTimeout: answerMs, bodyTimeout: answerMs, ...options });
  }

  /** Resolves to the entry when the call is answered or given up. An empty key is not sent. */
  async call(method: string, body: LedgerEntry['body'], key: string = randomUUID()): Promise<LedgerEntry> {
    const entry = this.ledger.open(method, body, key);
    await this.#run({ method, body, key }, [entry]);
    return entry;
  }

  /** Makes several calls of one operation with one request, each with an entry of its own; repeats them together. */
  async batch(method: string, bodies: readonly LedgerEntry['body'][]): Promise<readonly LedgerEntry[]> {
    const key = randomUUID();
    const entries = bodies.map((body) => this.ledger.open(method, body, key));
    const operations = bodies.map((data) => ({ method, data }));
    await this.#run({ method: batchRun.name, body: { operations }, key }, entries);
    return entries;
  }

  /** Makes calls that are all done or none, with one request, each with an entry of its own. */
  async atomicBatch(calls: readonly Pick<LedgerEntry, 'method' | 'body'>[]): Promise<readonly LedgerEntry[]> {
    const key = randomUUID();
    const entries = calls.map(({ method, body }) => this.ledger.open(method, body, key, true));
    const operations = calls.map(({ method, body: data }) => ({ method, data }));
    await this.#run({ method: batchRun.name, body: { atomic: true, operations }, key }, entries);
    return entries;
  }

  close(): Promise<void> {
    return this.#agent.close();
  }

  async #run(request: Request, entries: readonly LedgerEntry[]): Promise<void> {
    for (let attempts = 0; attempts < maxAttempts; attempts += 1) {
      try {
        await this.#try(request, entries);
        if (!entries.some(isOpen)) break;
      } catch (error) {
        // A refused connection is not a failure: load balancers go to the next gateway by themselves.
        const { code, message } = error as NodeJS.ErrnoException;
        if (code !== 'ECONNREFUSED') for (const entry of entries) entry.broken.push(`${code}: ${message}`);
      }
      await delay(attempts === 0 ? 0 : 50);
    }
    for (const entry of entries) {
      entry.outcome ??= 'unknown';
      entry.ended = performance.now();
    }
  }

  async #try({ method, key, ...sent }: Request, entries: readonly LedgerEntry[]): Promise<void> {
    const body = JSON.stringify(sent.body);
    const startedAt = performance.now();
    const { statusCode, body: answer } = await request(`${this.#balancer.next()}/api/v1`, {
      method: 'POST',
      body,
      dispatcher: this.#agent,
      headers: {
        'Content-Type': 'application/json',
        'X-Svc-Hmac': signatureHeader(this.#signer.app_id, body, this.#signer.api_secret),
        'X-Svc-Method': method,
        ...(key && { 'Idempotency-Key': key }),
      },
    });
    const envelope = (await answer.json()) as Envelope;
    const ms = performance.now() - startedAt;
    const isRunBatch = method === batchRun.name && statusCode === 200;
    for (const [index, entry] of entries.entries())
      if (isRunBatch) note(entry, resultAt(index, envelope), ms);
      else note(entry, { status: statusCode, envelope }, ms);
  }
}

interface Request {
  readonly method: string;
  readonly body: object;
  readonly key: string;
}

interface Answer {
  readonly status: number;
  readonly envelope: Envelope;
}

/** Returns what a single call would have got. The status follows from the message: each refusal by status has its own. */
function resultAt(index: number, { data }: Envelope): Answer {
  const envelope = (data as { readonly results: readonly Envelope[] }).results[index] as Envelope;
  const refusal = Object.values(httpRejections).find(({ message }) => message === envelope.message);
  return { status: refusal?.status ?? 200, envelope };
}

function note(entry: LedgerEntry, { status, envelope }: Answer, ms: number): void {
  if (status !== 200) entry.failures.push(status);
  if (status === 503) entry.refusalMs.push(ms);
  Object.assign(entry, { envelope, outcome: outcomeOf(status, envelope) });
}
