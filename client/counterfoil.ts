import { batchRun } from '../shared/calls/batch.ts';
import { type Operations, type PublicOperationName, publicOperations } from '../shared/operations/index.ts';
import type { AnswerOf, RequestOf } from '../shared/operations/operation.ts';
import { type BatchEntry, type BatchResults, resultsOf } from './batch.ts';
import { failureOf } from './errors.ts';
import { Sender, type SenderOptions, type Sent } from './sender.ts';

type ResourceOf<Name> = Name extends `${infer Resource}.${string}` ? Resource : never;
type VerbOf<Name, Resource extends string> = Name extends `${Resource}.${infer Verb}` ? Verb : never;

interface CallOptions {
  /** Makes a write safe to repeat, also by another program run. A new one is made for each write without it. */
  readonly idempotencyKey?: string;
}

/**
 * Calls an operation; resolves to its data. Throws a `RefusedError` for what the operation refused, and another
 * `CounterfoilError` when it was not run or nobody knows.
 */
type Call<Name extends PublicOperationName> = (
  request: RequestOf<Operations[Name]>,
  options?: CallOptions,
) => Promise<AnswerOf<Operations[Name]>>;

/** `counterfoil.customer.create({ … })`: every operation by its resource and verb. */
export type Counterfoil = {
  readonly [Resource in ResourceOf<PublicOperationName>]: {
    readonly [Verb in VerbOf<PublicOperationName, Resource>]: Call<
      `${Resource}.${Verb}` & PublicOperationName
    >;
  };
} & {
  /**
   * Runs up to 1,000 operations with one request, each on its own; resolves to a result for each of them, in their order.
   * Throws a `CounterfoilError` when the batch was not run, or nobody knows.
   */
  batch<const Entries extends readonly BatchEntry[]>(
    operations: Entries,
    options?: CallOptions,
  ): Promise<BatchResults<Entries>>;
  /** Any method and body, with the answer as it came: status, code and envelope. */
  send(method: string, body: string | Uint8Array, options?: CallOptions): Promise<Sent>;
  /** Ends the connections. */
  close(): Promise<void>;
};

/** Opens a client for one app of an account. It keeps connections alive, signs, and repeats what is safe to repeat. */
export function counterfoil(options: SenderOptions): Counterfoil {
  const sender = new Sender(options);
  const send: Counterfoil['send'] = (method, body, { idempotencyKey } = {}) =>
    sender.send(method, body, idempotencyKey);
  const resources: Record<string, Record<string, unknown>> = {};
  for (const name of Object.keys(publicOperations)) {
    const [resource = '', verb = ''] = name.split('.');
    resources[resource] = { ...resources[resource], [verb]: callClient(name, send) };
  }
  const batch = batcher(send);
  return { ...resources, batch, send, close: () => sender.close() } as unknown as Counterfoil;
}

function callClient(method: string, send: Counterfoil['send']) {
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
