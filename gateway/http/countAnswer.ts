import type { Context } from 'koa';
import type { AnswerBytes } from '../calls/answerBytes.ts';

/** Bytes. Few smaller answers pile up: Node reads no more requests from a client that leaves answers unread. */
const defaultBytes = 16_384;

interface Answer {
  readonly account: number;
  readonly bytes: number;
}

/**
 * Counts a large answer against the room of its account until it is written: a client that asks for much and reads nothing is
 * refused instead of filling the memory.
 */
export function countAnswer(ctx: Context, { account, bytes }: Answer, answers: AnswerBytes): void {
  if (bytes <= defaultBytes || ctx.res.closed || ctx.req.socket.destroyed) return;
  ctx.res.once('close', answers.hold(account, bytes));
}

/** Whether there is room for an answer; smaller ones always have it. */
export function hasRoomToAnswer({ account, bytes }: Answer, answers: AnswerBytes): boolean {
  return bytes <= defaultBytes || answers.fits(account, bytes);
}
