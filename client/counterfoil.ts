import type { AnyAtomicEntry, AtomicAnswers, AtomicEntry, CheckedAtomicEntries } from './atomicBatch.ts';
import {
  type AnyEntry,
  type BatchData,
  type BatchEntry,
  type BatchResults,
  type CheckedEntries,
  existence,
  resultsOf,
} from './batch.ts';
import {
  type CallOptions,
  type CheckedOptions,
  type ClientOptions,
  checkedOptions,
} from './clientOptions.ts';
import { batchMethod, operationTraits } from './contract.ts';
import { failureOf } from './errors.ts';
import { FetchTransport } from './fetchTransport.ts';
import type { Resources } from './operations.ts';
import { Sender } from './sender.ts';
import type { Sent } from './sent.ts';
import type { Engine } from './transport.ts';
import { WebSigner } from './webSigner.ts';

/** A client for one app of an account: each operation by its resource and verb, such as `service.customer.create`. */
export interface Counterfoil extends Resources {
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
   * Runs 1 to 200 writes (1 MiB), of customers and addresses or of articles, in the order sent: all of them, or none. An
   * ident may come from the answer to an earlier entry: `{ entry: 0 }` takes the same field of the first one. Resolves to the
   * answer to each. Throws a `RefusedError` with the code `batch_refused` when an entry is refused: nothing was done then.
   *
   * @example
   * const [customer, address] = await service.atomicBatch([
   *   { method: 'customer.create', data: { bill_company: 'Muster GmbH' } },
   *   { method: 'address.create', data: { customer_ident: { entry: 0 }, delivery_city: 'Potsdam' } },
   * ]);
   */
  atomicBatch<const Entries extends readonly AnyAtomicEntry[]>(
    operations: Entries & CheckedAtomicEntries<Entries>,
    options?: CallOptions,
  ): Promise<AtomicAnswers<Entries>>;
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
 * Opens a client for one app of an account. It signs each request and repeats what is safe to repeat. Sends nothing until the
 * first call. Throws a `TypeError` when an option is wrong.
 *
 * @example
 * const service = counterfoil({ url: 'https://invoices.example', appId, apiSecret });
 * const { customer_ident } = await service.customer.create({ bill_company: 'Muster GmbH' });
 * await service.close();
 */
export function counterfoil(options: ClientOptions): Counterfoil {
  return clientOf(options, (checked) => ({
    transport: new FetchTransport(checked.fetch),
    signer: new WebSigner(checked),
  }));
}

/** @internal A client that sends and signs in its own way. */
export function clientOf(options: ClientOptions, engineOf: (checked: CheckedOptions) => Engine): Counterfoil {
  const checked = checkedOptions(options);
  const sender = new Sender(checked, engineOf(checked));
  const send: Counterfoil['send'] = (method, body, callOptions) => sender.send(method, body, callOptions);
  const resources: Record<string, Record<string, unknown>> = {};
  for (const name of Object.keys(operationTraits)) {
    const [resource = '', verb = ''] = name.split('.');
    resources[resource] = { ...resources[resource], [verb]: caller(name, send) };
  }
  const batch = batcher(send);
  const atomicBatch = atomicBatcher(send);
  return { ...resources, batch, atomicBatch, send, close: () => sender.close() } as unknown as Counterfoil;
}

function caller(method: string, send: Counterfoil['send']) {
  return async (request: object, options?: CallOptions): Promise<unknown> => {
    if (typeof request !== 'object' || request === null)
      throw new TypeError(`${method} takes an object with its fields`);
    const sent = await send(method, JSON.stringify(request), options);
    const exists = existence(method, sent.envelope, sent.code);
    if (exists !== undefined) return exists;
    if (!sent.envelope.response) throw failureOf(sent);
    return sent.envelope.data;
  };
}

function batcher(send: Counterfoil['send']) {
  return async (operations: readonly BatchEntry[], options?: CallOptions): Promise<unknown> => {
    if (!Array.isArray(operations)) throw new TypeError('batch takes an array of operations');
    const sent = await send(batchMethod, JSON.stringify({ operations }), options);
    if (!sent.envelope.response) throw failureOf(sent);
    return resultsOf(sent, operations);
  };
}

function atomicBatcher(send: Counterfoil['send']) {
  return async (operations: readonly AtomicEntry[], options?: CallOptions): Promise<unknown> => {
    if (!Array.isArray(operations)) throw new TypeError('atomicBatch takes an array of operations');
    const sent = await send(batchMethod, JSON.stringify({ atomic: true, operations }), options);
    if (!sent.envelope.response) throw failureOf(sent);
    return (sent.envelope.data as BatchData).results.map(({ data }) => data);
  };
}
