import { type Body, inputReader } from '../../../../shared/contract/input/reader.ts';
import { articleCreate } from '../../../../shared/contract/operations/article.create.ts';
import { articleRead } from '../../../../shared/contract/operations/article.read.ts';
import { customerCreate } from '../../../../shared/contract/operations/customer.create.ts';
import { customerUpdate } from '../../../../shared/contract/operations/customer.update.ts';
import type { AnyOperation } from '../../../../shared/contract/operations/operation.ts';
import type { FieldError } from '../../../../shared/contract/refusals.ts';
import { type IdentPrefix, newId, newIdent } from '../../../../shared/contract/values/idents.ts';
import type { Call } from '../../../../shared/wire/call.ts';
import type { LoadMethod } from '../../data/scenarios.ts';
import type { PeerApp } from '../apps.ts';

export type PeerCall = Pick<Call<never>, 'id' | 'account' | 'input'> & {
  /** The app that sends the call, which the service notes in new records. */
  readonly app: string;
  readonly method: LoadMethod;
};

interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

const contracts: readonly AnyOperation[] = [articleCreate, articleRead, customerCreate, customerUpdate];
const readers = new Map(
  contracts.map((contract) => [
    contract.name as string,
    {
      read: inputReader(contract),
      assigns: Object.entries<IdentPrefix>(contract.assigns ?? {}),
    },
  ]),
);

export function newCall(
  method: string,
  { account, appId: app }: Pick<PeerApp, 'account' | 'appId'>,
  body: Body,
): PeerCall | Refusal {
  const reader = readers.get(method);
  if (!reader) return { status: 400, code: 'method_unknown', message: 'unknown method' };
  const reading = reader.read(body);
  if ('fieldErrors' in reading) return { ...(reading.fieldErrors[0] as FieldError), status: 200 };
  const input: Record<string, unknown> = reading.input;
  for (const [name, prefix] of reader.assigns) input[name] = newIdent(prefix);
  return { id: newId(), account, app, method: method as LoadMethod, input: input as never };
}
