import type { Body } from '../../shared/contract/input/reader.ts';
import type { OperationName } from '../../shared/contract/operations/allOperations.ts';
import { type Emit, ignoreEvents } from '../../shared/runtime/process/log.ts';
import type { TestAccount } from './account.ts';
import { callOf } from './calls.ts';
import { envelopeOf } from './replies.ts';
import { setRunner } from './setRunners.ts';

type Request = readonly [account: TestAccount, fields: Body];

/** Runs requests as one set, in this order: on the way through a queue it is chance which calls meet. */
export async function runSet(method: OperationName, requests: readonly Request[], emit: Emit = ignoreEvents) {
  const calls = requests.map(([account, fields]) => callOf(method, account.id, fields));
  const replies = await setRunner(method, undefined, emit).run(calls);
  return replies.map((reply) => envelopeOf<Record<string, unknown> | null>(reply));
}
