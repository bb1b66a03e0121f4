import type { Context } from 'koa';
import type { Reply } from '../../shared/calls/envelope.ts';
import { isHttpRefusal } from '../../shared/httpRefusals.ts';
import type { App } from '../apps/apps.ts';
import type { CallClient } from '../calls/callClient.ts';
import { overloaded } from '../calls/callRequest.ts';
import type { PublicOperation } from '../operations.ts';
import { countAnswer, hasRoomToAnswer } from './countAnswer.ts';
import { callIdempotency } from './idempotency.ts';
import { answer, refuse } from './refusals.ts';
import type { RequestState } from './state.ts';

/** Hands the call to the queue of its resource and answers with what its worker made of it. */
export const dispatch =
  (callClient: CallClient) =>
  async (ctx: Context): Promise<void> => {
    const state = ctx.state as Required<RequestState>;
    const { contract } = state.operation as PublicOperation;
    const app: App = state.app;
    const idempotency = contract.kind === 'writes' ? callIdempotency(ctx, app, state) : {};
    if (idempotency === 'malformed') return refuse(ctx, 'idempotency_key_malformed');

    const call = callClient.call(contract, app.account, state.input, {
      id: state.requestId,
      bytes: state.body.length,
      ...idempotency,
    });
    const reply = await unlessRefused(call, ctx.state);
    if (reply.envelope === '' && isHttpRefusal(reply.code)) return refuse(ctx, reply.code);
    const answered = { account: app.account, bytes: Buffer.byteLength(reply.envelope) };
    const answers = callClient.answersOf('interactive');
    // A read has no effect, so it can still be refused when its answer is there.
    if (contract.kind === 'reads' && !hasRoomToAnswer(answered, answers)) return refuse(ctx, 'unavailable');
    answer(ctx, reply.code, reply.envelope);
    countAnswer(ctx, answered, answers);
  };

/** The reply to a call, or at once any other one when its signature turns out to be bad: that is thrown away. */
function unlessRefused(call: Promise<Reply>, { openSignature }: RequestState): Promise<Reply> {
  if (!openSignature) return call;
  const { verdict } = openSignature;
  return Promise.race([call, verdict.then((known) => (known === 'signed' ? call : overloaded))]);
}
