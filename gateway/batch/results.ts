import type { Answer, Refused, Unanswered } from '../../shared/wire/envelope.ts';
import type { CallRequest } from '../calls/callQueue.ts';
import { isGivenUp, outcomeUnknown } from '../calls/pendingCalls.ts';
import { httpRejection } from '../requests/refusalReplies.ts';

export function resultsOf(
  read: readonly (CallRequest | Refused)[],
  replies: readonly (Answer | Unanswered)[],
): readonly Answer[] {
  const left = replies.values();
  return read.map((entry) =>
    'contract' in entry ? answerOf(left.next().value as Answer | Unanswered, entry.contract.name) : entry,
  );
}

/** An unanswered single call has a status of its own; an entry has an envelope instead. */
function answerOf(reply: Answer | Unanswered, method: string): Answer {
  return reply.kind === 'unanswered' ? httpRejection(method, reply.code) : reply;
}

/** Refusal of a request none of whose calls was answered; undefined if some were, or if none was made. */
export function missingAnswers(replies: readonly (Answer | Unanswered)[]): Unanswered | undefined {
  if (replies.length === 0 || !replies.every(isGivenUp)) return undefined;
  const unknown = replies.some(({ code }) => code === outcomeUnknown.code);
  return unknown ? outcomeUnknown : (replies[0] as Unanswered);
}
