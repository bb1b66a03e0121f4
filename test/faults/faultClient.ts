import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { Envelope } from '../../shared/envelope.ts';
import { signatureHeader } from '../../shared/signature.ts';
import type { Balancer } from './balancer.ts';
import { Ledger, type LedgerEntry, toldBy } from './ledger.ts';

interface Signer {
  readonly app_id: string;
  readonly api_secret: string;
}

/** Milliseconds: longer than any call may take, so that what is cut off here is the service's fault. */
const answerMs = 20_000;

/** How often a call whose outcome is open is repeated. */
const mostTries = 60;

/**
 * Sends calls by way of a load balancer and keeps the ledger. A call whose outcome is open is repeated with the same key at
 * the next gateway, as a careful client does; any definite answer is taken as it is.
 */
export class FaultClient {
  readonly ledger = new Ledger();
  readonly #balancer: Balancer;
  readonly #signer: Signer;
  readonly #agent = new Agent({ connections: 64, headersTimeout: answerMs, bodyTimeout: answerMs });

  constructor(balancer: Balancer, signer: Signer) {
    this.#balancer = balancer;
    this.#signer = signer;
  }

  /** Resolves to the entry when the call is answered, or given up. */
  async call(method: string, body: LedgerEntry['body'], key = randomUUID()): Promise<LedgerEntry> {
    const entry = this.ledger.open(method, body, key);
    await this.#run(entry);
    return entry;
  }

  close(): Promise<void> {
    return this.#agent.close();
  }

  async #run(entry: LedgerEntry): Promise<void> {
    for (let tries = 0; tries < mostTries; tries += 1) {
      try {
        await this.#try(entry);
        if (!isOpen(entry)) break;
      } catch (error) {
        // A closed door is no harm done: load balancers go to the next one by themselves.
        if ((error as { code?: string }).code !== 'ECONNREFUSED') entry.broken += 1;
      }
      await delay(tries === 0 ? 0 : 50);
    }
    entry.told ??= 'unknown';
    entry.ended = performance.now();
  }

  async #try(entry: LedgerEntry): Promise<void> {
    const { method, key } = entry;
    const body = JSON.stringify(entry.body);
    const begun = performance.now();
    const { statusCode, body: answer } = await request(`${this.#balancer.next()}/api/v1`, {
      method: 'POST',
      body,
      dispatcher: this.#agent,
      headers: {
        'Content-Type': 'application/json',
        'X-Svc-Hmac': signatureHeader(this.#signer.app_id, body, this.#signer.api_secret),
        'X-Svc-Method': method,
        'Idempotency-Key': key,
      },
    });
    const envelope = (await answer.json()) as Envelope;
    if (statusCode !== 200) entry.failures.push(statusCode);
    if (statusCode === 503) entry.refusalMs.push(performance.now() - begun);
    Object.assign(entry, { envelope, told: toldBy(statusCode, envelope) });
  }
}

/** Nobody knows what became of it. After a 503 that is so only if an earlier try may have come through. */
function isOpen({ told, failures, broken }: LedgerEntry): boolean {
  return told === 'unknown' || (told === 'unavailable' && (broken > 0 || failures.includes(504)));
}
