import type { Context, Next } from 'koa';
import { batchRun } from '../../shared/batch.ts';
import type { Caller } from '../calls/caller.ts';
import { refuse, requestedMethod } from './refusals.ts';
import type { RequestState } from './state.ts';

/** Bytes; of smaller answers Node holds few: it stops reading from a client that leaves them unread. */
const usualBytes = 16_384;

/**
 * Counts answers against the room of their account until they are written, so that a client that asks for much and reads
 * nothing is refused, and not kept in memory. A read has no effect, so it can still be refused when its answer is there.
 */
export const countAnswers =
  (caller: Caller) =>
  async (ctx: Context, next: Next): Promise<void> => {
    await next();
    const { app, operation }: RequestState = ctx.state;
    const bytes = ctx.response.length ?? 0;
    if (!app || bytes <= usualBytes || ctx.res.closed || ctx.req.socket.destroyed) return;
    const answers = caller.answersOf(requestedMethod(ctx) === batchRun.name ? 'bulk' : 'interactive');
    if (operation?.contract.kind === 'reads' && !answers.fits(app.account, bytes))
      return refuse(ctx, 'unavailable');
    ctx.res.once('close', answers.hold(app.account, bytes));
  };
