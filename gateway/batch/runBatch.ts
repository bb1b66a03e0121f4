import type { Context, Next } from 'koa';
import { batchRun } from '../../shared/batch.ts';
import type { Caller } from '../calls/caller.ts';
import { idempotencyOf } from '../http/idempotency.ts';
import { parseBody } from '../http/parseBody.ts';
import { answer, fieldRefusal, refuse, requestedMethod } from '../http/refusals.ts';
import type { RequestState } from '../http/state.ts';
import { callEntries } from './callEntries.ts';
import { operationsIn } from './operationsIn.ts';
import { readEntries } from './readEntries.ts';
import { batchEnvelope, missingAnswers, resultsOf } from './results.ts';
import type { Turnstile } from './turnstile.ts';

/** Runs the operations of a batch as calls in the bulk lane, each on its own (contract.md, `batch.run`). */
export const runBatch =
  (caller: Caller, turnstile: Turnstile) =>
  async (ctx: Context, next: Next): Promise<void> => {
    if (requestedMethod(ctx) !== batchRun.name) {
      turnstile.singleCall();
      return next();
    }
    const { app } = ctx.state as Required<RequestState>;
    const turn = await turnstile.enter(app.account);
    if (!turn) return refuse(ctx, 'unavailable');
    return run(ctx, caller).finally(turn.leave);
  };

async function run(ctx: Context, caller: Caller): Promise<void> {
  const { app, body, requestId } = ctx.state as Required<RequestState>;
  const entries = entriesOf(ctx, body);
  if (!entries) return;
  const idempotency = idempotencyOf(ctx, app, body);
  if (idempotency === 'malformed') return refuse(ctx, 'idempotency_key_malformed');

  const bytes = body.length / entries.length;
  const read = await readEntries(entries, { requestId, app, idempotency, bytes });
  const replies = await callEntries(read, { caller, account: app.account, idempotency });
  if (typeof replies === 'string') return refuse(ctx, replies);
  const missing = missingAnswers(replies);
  if (missing) return refuse(ctx, missing);
  const results = resultsOf(read, replies);
  const refused = results.filter(({ code }) => code !== '').length;
  (ctx.state as RequestState).batch = { calls: results.length, refused };
  answer(ctx, '', batchEnvelope(results));
}

/** Answers the request, and returns nothing, when the batch as a whole can't be run. */
function entriesOf(ctx: Context, bytes: Buffer): readonly unknown[] | undefined {
  const parsed = parseBody(bytes);
  if ('why' in parsed) {
    refuse(ctx, 'body_malformed', parsed.why);
    return undefined;
  }
  const batch = operationsIn(parsed.body);
  if ('entries' in batch) return batch.entries;
  const { code, envelope } = fieldRefusal(batchRun.name, batch.faults);
  answer(ctx, code, envelope);
  return undefined;
}
