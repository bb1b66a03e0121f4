import { type Counterfoil, counterfoil } from '../../client/nodeClient.ts';
import { inputReader } from '../../shared/contract/input/reader.ts';
import {
  type OperationName,
  type Operations,
  operations,
} from '../../shared/contract/operations/allOperations.ts';
import type { AnswerOf, RequestOf } from '../../shared/contract/operations/operation.ts';
import { newIdent } from '../../shared/contract/values/idents.ts';
import type { Envelope } from '../../shared/wire/envelope.ts';
import { type AccountSettings, Accounts } from '../../workers/stores/accounts.ts';
import { nowUtc } from '../../workers/stores/time.ts';
import { newApp } from './apps.ts';
import { type Cluster, cluster } from './cluster.ts';
import { envelopeOf } from './replies.ts';
import { database } from './servers.ts';

/** An answer as a client sees it. */
export interface Answer {
  readonly status: number;
  /** `X-Svc-Error`, empty on success. */
  readonly code: string;
  readonly envelope: Envelope;
}

/** A fresh account with one app: tests share servers, never records. */
export interface TestAccount {
  readonly id: number;
  readonly accountIdent: string;
  readonly appId: string;
  readonly apiSecret: string;
  readonly client: Counterfoil;
  /** Sends a request as it is and resolves to the answer, whatever it is. */
  send(method: string, body: unknown, idempotencyKey?: string): Promise<Answer>;
  /** Calls an internal operation through its queue, as the invoicing side of the product does. */
  internal<Name extends OperationName>(
    name: Name,
    request: RequestOf<Operations[Name]>,
  ): Promise<Envelope<AnswerOf<Operations[Name]>>>;
}

/** Makes an account on a cluster, the shared one unless another is given. */
export async function newAccount(
  settings: Partial<AccountSettings> = {},
  on?: Cluster,
): Promise<TestAccount> {
  const running = on ?? (await cluster());
  const accountIdent = newIdent('acc');
  const id = await new Accounts(database()).create({
    name: 'test',
    term_of_credit: 14,
    number_start: 10001,
    time_zone: 'Europe/Berlin',
    currency: 'EUR',
    history_days: 90,
    requests_per_second: null,
    is_sandbox: 0,
    ...settings,
    account_ident: accountIdent,
    date_created: nowUtc(Date),
  });
  const { appId, apiSecret } = await newApp(id);
  const client = counterfoil({ url: running.url, appId, apiSecret, repeats: 0 });
  return {
    id,
    accountIdent,
    appId,
    apiSecret,
    client,
    send: async (method, body, idempotencyKey) => {
      const text = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
      return client.send(method, text, idempotencyKey ? { idempotencyKey } : {});
    },
    internal: (name, request) => callInternal(running, id, name, request),
  };
}

async function callInternal<Name extends OperationName>(
  { gateways }: Cluster,
  account: number,
  name: Name,
  request: object,
): Promise<Envelope<AnswerOf<Operations[Name]>>> {
  const reading = inputReader(operations[name])(request as Record<string, unknown>);
  if ('fieldErrors' in reading) throw new Error(reading.fieldErrors[0]?.message);
  const reply = await gateways[0]?.callClient.call(account, {
    contract: operations[name],
    input: reading.input,
  });
  return envelopeOf(reply);
}
