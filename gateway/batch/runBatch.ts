import { Readable } from 'node:stream';
import type { Context } from 'koa';
import { batchRun } from '../../shared/calls/batch.ts';
import type { CallClient } from '../calls/callClient.ts';
import { countAnswer } from '../http/countAnswer.ts';
import { idempotencyOf } from '../http/idempotency.ts';
import { parseBody } from '../http/parseBody.ts';
import { answer, fieldRefusal, refuse, requestedMethod } from '../http/refusals.ts';
import type { RequestState } from '../http/state.ts';
import { inSlices } from '../json/work.ts';
import type { BatchLimiter } from './batchLimiter.ts';
import { callEntries } from './callEntries.ts';
import { isOperations, operationsIn } from './operationsIn.ts';
import { readEntries } from './readEntries.ts';
import { batchAnswer, missingAnswers, resultsOf } from './results.ts';

/** Runs the operations of a batch as calls in the bulk lane, each on its own (contract.md, `batch.run`). */
export const runBatch =
  (callClient: CallClient, batchLimiter: BatchLimiter) =>
  (ctx: Context): Promise<void> | void => {
    if (requestedMethod(ctx) === batchRun.name) return runInTurn(ctx, callClient, batchLimiter);
    batchLimiter.singleCall();
  };

async function runInTurn(ctx: Context, callClient: CallClient, batchLimiter: BatchLimiter): Promise<void> {
  const { app } = ctx.state as Required<RequestState>;
  const turn = await batchLimiter.enter(app.account);
  if (!turn) return refuse(ctx, 'unavailable');
  return run(ctx, callClient).finally(turn.leave);
}

async function run(ctx: Context, callClient: CallClient): Promise<void> {
  const { app, body, requestId } = ctx.state as Required<RequestState>;
  const entries = await entriesOf(ctx, body);
  if (!entries) return;
  const idempotency = idempotencyOf(ctx, app, body);
  if (idempotency === 'malformed') return refuse(ctx, 'idempotency_key_malformed');

  const bytes = body.length / entries.length;
  const read = await inSlices(readEntries(entries, { requestId, app, idempotency, bytes }));
  const replies = await callEntries(read, { callClient, account: app.account, idempotency });
  if (typeof replies === 'string') return refuse(ctx, replies);
  const missing = missingAnswers(replies);
  if (missing) return refuse(ctx, missing);
  const results = resultsOf(read, replies);
  const refused = results.filter(({ code }) => code !== '').length;
  (ctx.state as RequestState).batch = { calls: results.length, refused };
  const whole = batchAnswer(results);
  answer(ctx, '', Readable.from(whole.pieces));
  ctx.length = whole.bytes;
  countAnswer(ctx, { account: app.account, bytes: whole.bytes }, callClient.answersOf('bulk'));
}

/** Answers the request, and returns nothing, when the batch as a whole can't be run. */
async function entriesOf(ctx: Context, bytes: Buffer): Promise<readonly unknown[] | undefined> {
  const parsed = await parseBody(bytes, isOperations);
  if ('why' in parsed) {
    refuse(ctx, 'body_malformed', parsed.why);
    return undefined;
  }
  const batch = await inSlices(operationsIn(parsed.members));
  if ('entries' in batch) return batch.entries;
  const { code, envelope } = fieldRefusal(batchRun.name, batch);
  answer(ctx, code, envelope);
  return undefined;
}
