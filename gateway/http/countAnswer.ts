import type { Context } from 'koa';
import type { AnswerBytes } from '../calls/admission.ts';

/** Few smaller answers accumulate: Node reads no more requests from a client that leaves answers unread. */
const defaultBytes = 16_384;

/**
 * Counts a large answer against the room of its account until it is written: a client that asks for much and reads nothing is
 * refused instead of filling the memory.
 */
export function countAnswer(
  { req, res }: Context,
  account: number,
  bytes: number,
  answers: AnswerBytes,
): void {
  if (bytes <= defaultBytes || res.closed || req.socket.destroyed) return;
  res.once('close', answers.hold(account, bytes));
}

export function hasRoomToAnswer(account: number, bytes: number, answers: AnswerBytes): boolean {
  return bytes <= defaultBytes || answers.fits(account, bytes);
}
