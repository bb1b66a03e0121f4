import type { Context } from 'koa';
import { resourceOf } from '../../shared/contract/operations/operation.ts';
import type { Answer, Unanswered } from '../../shared/wire/envelope.ts';
import type { Admission } from '../calls/admission.ts';
import type { CallClient, CallRequest } from '../calls/callClient.ts';
import { Unavailable } from '../calls/unavailable.ts';
import type { OpenSignature, Signed } from './authenticate.ts';
import type { Exchange } from './exchange.ts';

/** Few smaller answers accumulate: Node reads no more requests from a client that leaves answers unread. */
const uncountedBytes = 16_384;

export async function dispatch(
  exchange: Exchange,
  request: CallRequest,
  signed: Signed,
  parts: Parts,
): Promise<void> {
  answerReply(exchange, await callFor(exchange, request, signed, parts), signed, parts);
}

interface Parts {
  readonly callClient: CallClient;
}

export function callFor(
  exchange: Exchange,
  request: CallRequest,
  { app, openSignature }: Signed,
  { callClient }: Parts,
): Promise<Answer | Unanswered> {
  const { spans } = exchange;
  const call = spans
    ? spans.calling(resourceOf(request.contract), (trace) =>
        callClient.call(app.account, { ...request, trace }),
      )
    : callClient.call(app.account, request);
  return openSignature ? unlessRefused(call, openSignature) : call;
}

export function answerReply(
  exchange: Exchange,
  reply: Answer | Unanswered,
  { app }: Signed,
  { callClient }: Parts,
): void {
  if (reply.kind === 'unanswered') return exchange.fail(reply);
  const bytes = Buffer.byteLength(reply.envelope);
  const { answers } = callClient.admissions.interactive;
  // A read has no effect, so it can still be refused when its answer is there.
  if (exchange.route.isRead && !hasRoomToAnswer(app.account, bytes, answers))
    return exchange.fail(new Unavailable('answers'));
  exchange.answer(reply, bytes);
  countAnswer(exchange.ctx, app.account, bytes, answers);
}

/** Resolves to the reply, or at once to any other if the signature turns out to be bad: that reply is dropped. */
function unlessRefused(
  call: Promise<Answer | Unanswered>,
  { verdict }: OpenSignature,
): Promise<Answer | Unanswered> {
  return Promise.race([
    call,
    verdict.then((known) => (known === 'signed' ? call : new Unavailable('nonces'))),
  ]);
}

function hasRoomToAnswer(account: number, bytes: number, answers: Admission['answers']): boolean {
  return bytes <= uncountedBytes || (answers.isFree(bytes) && answers.isFair(account));
}

/**
 * Counts a large answer against the room of its account until it is written: a client that asks for much and reads nothing is
 * rejected instead of filling the memory.
 */
export function countAnswer(
  { req, res }: Context,
  account: number,
  bytes: number,
  answers: Admission['answers'],
): void {
  if (bytes <= uncountedBytes || res.closed || req.socket.destroyed) return;
  res.once('close', answers.hold(account, bytes));
}
