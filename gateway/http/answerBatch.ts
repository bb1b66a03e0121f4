import type { AccountTally } from '../apps/accountTally.ts';
import type { App } from '../apps/app.ts';
import { runBatch } from '../batch/batch.run.ts';
import type { BatchLimiter } from '../batch/batchLimiter.ts';
import type { CallClient } from '../calls/callClient.ts';
import { Unavailable } from '../calls/unavailable.ts';
import type { Exchange } from './exchange.ts';

export interface BatchDependencies {
  readonly callClient: CallClient;
  readonly batchLimiter: BatchLimiter;
  readonly accounts: AccountTally;
}

/** Answers a batch. It holds no room while it waits. When its turn comes, its calls take room in the bulk lane. */
export async function answerBatch(
  exchange: Exchange,
  app: App,
  body: Buffer,
  dependencies: BatchDependencies,
): Promise<void> {
  exchange.hold(undefined);
  const release = await dependencies.batchLimiter.acquire(app.account, body.length);
  if (!release) return exchange.rejectUnanswered(new Unavailable('batches'));
  await runInTurn(exchange, app, body, dependencies.callClient).finally(release);
  dependencies.accounts.add(app, exchange.batch?.calls);
}

async function runInTurn(exchange: Exchange, app: App, body: Buffer, callClient: CallClient): Promise<void> {
  const { ctx, requestId, spans } = exchange;
  const { 'idempotency-key': key } = ctx.headers;
  const run = (trace = exchange.trace) =>
    runBatch({ requestId, app, body, key, trace, noted: exchange }, callClient);
  const outcome = await (spans ? spans.calling('bulk', run) : run());
  if (outcome.kind === 'unanswered') return exchange.rejectUnanswered(outcome);
  if (outcome.kind === 'rejected') return exchange.reject(outcome.code, outcome.why);
  if (outcome.kind === 'refused') return exchange.answer(outcome);
  exchange.batch = outcome.counts;
  if (outcome.kind === 'atomic')
    return exchange.answerReply(outcome.reply, app.account, callClient.rooms.bulk.answers);
  exchange.answerInPieces(outcome.pieces, outcome.bytes);
  exchange.countAnswer(app.account, callClient.rooms.bulk.answers);
}
