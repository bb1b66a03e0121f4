import { batchRun } from '../shared/operations/batch.run.ts';
import { publicOperations } from '../shared/operations/index.ts';
import {
  type AnyEntry,
  type BatchEntry,
  type BatchResults,
  type CheckedEntries,
  resultsOf,
} from './batch.ts';
import { failureOf } from './errors.ts';
import type {
  AddressOperations,
  ArticleOperations,
  CallOptions,
  ChangesOperations,
  CustomerOperations,
} from './operations.ts';
import { Sender, type SenderOptions } from './sender.ts';
import type { Sent } from './sent.ts';

/** A client for one app of an account: each operation by its resource and verb, such as `service.customer.create`. */
export interface Counterfoil {
  readonly customer: CustomerOperations;
  readonly address: AddressOperations;
  readonly article: ArticleOperations;
  readonly changes: ChangesOperations;
  /**
   * Runs 1 to 1,000 operations (8 MiB) with one request, each on its own, in any order. Resolves to a result for each, in
   * the order sent: its data, or the error that a call of it alone throws. Throws a `CounterfoilError` when the batch as a
   * whole was refused, or got no answer.
   *
   * @example
   * const [article, customer] = await service.batch([
   *   { method: 'article.create', data: { article_title: 'Tea' } },
   *   { method: 'customer.exists', data: { customer_ident } },
   * ]);
   * if (article.error) throw article.error;
   * const { article_ident } = article.data;
   */
  batch<const Entries extends readonly AnyEntry[]>(
    operations: Entries & CheckedEntries<Entries>,
    options?: CallOptions,
  ): Promise<BatchResults<Entries>>;
  /**
   * Sends any method and body. Resolves to the answer as it came, refusals too; throws an `UnavailableError` without an
   * answer.
   *
   * @example
   * const { status, code, envelope } = await service.send('article.create', '{"article_title":"Tea"}');
   */
  send(method: string, body: string | Uint8Array, options?: CallOptions): Promise<Sent>;
  /** Waits for the answers to the calls in flight, then closes the connections. Safe to call twice. */
  close(): Promise<void>;
}

/**
 * Opens a client for one app of an account. It signs each request, keeps connections alive, and repeats what is safe to
 * repeat. Sends nothing until the first call.
 *
 * @example
 * const service = counterfoil({ url: 'https://invoices.example', appId, apiSecret });
 * const { customer_ident } = await service.customer.create({ bill_company: 'Muster GmbH' });
 * await service.close();
 */
export function counterfoil(options: SenderOptions): Counterfoil {
  const sender = new Sender(options);
  const send: Counterfoil['send'] = (method, body, { idempotencyKey } = {}) =>
    sender.send(method, body, idempotencyKey);
  const resources: Record<string, Record<string, unknown>> = {};
  for (const name of Object.keys(publicOperations)) {
    const [resource = '', verb = ''] = name.split('.');
    resources[resource] = { ...resources[resource], [verb]: caller(name, send) };
  }
  const batch = batcher(send);
  return { ...resources, batch, send, close: () => sender.close() } as unknown as Counterfoil;
}

function caller(method: string, send: Counterfoil['send']) {
  return async (request: object, options?: CallOptions): Promise<unknown> => {
    const sent = await send(method, JSON.stringify(request), options);
    if (!sent.envelope.response) throw failureOf(sent);
    return sent.envelope.data;
  };
}

function batcher(send: Counterfoil['send']) {
  return async (operations: readonly BatchEntry[], options?: CallOptions): Promise<unknown> => {
    const sent = await send(batchRun.name, JSON.stringify({ operations }), options);
    if (!sent.envelope.response) throw failureOf(sent);
    return resultsOf(sent);
  };
}
