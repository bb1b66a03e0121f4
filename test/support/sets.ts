import type { Envelope } from '../../shared/envelope.ts';
import type { Body } from '../../shared/input/reader.ts';
import { type Tell, tellNobody } from '../../shared/log.ts';
import type { OperationName } from '../../shared/operations/index.ts';
import { implementations } from '../../workers/operations/index.ts';
import { SetRunner } from '../../workers/sets/setRunner.ts';
import type { TestAccount } from './account.ts';
import { callOf } from './calls.ts';
import { database } from './servers.ts';

type Request = readonly [account: TestAccount, fields: Body];

/** Runs requests as one set, in this order: on the way through a queue it is chance which calls meet. */
export async function runSet(method: OperationName, requests: readonly Request[], tell: Tell = tellNobody) {
  const calls = requests.map(([account, fields]) => callOf(method, account.id, fields));
  const replies = await new SetRunner(implementations[method], {
    database: database(),
    clock: Date,
    tell,
  }).run(calls);
  return replies.map(
    (reply) => JSON.parse(reply?.envelope ?? '') as Envelope<Record<string, unknown> | null>,
  );
}
