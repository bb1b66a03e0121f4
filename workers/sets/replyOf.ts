import type { Call } from '../../shared/calls/call.ts';
import { answerOfSize, type Reply, refusalReply, successReply } from '../../shared/calls/envelope.ts';
import type { AnyOperation } from '../../shared/operations/operation.ts';
import { exceeds } from './answerSizes.ts';
import type { Outcome } from './outcome.ts';

/** Takes the place of the reply to a read that comes with a later set; known by its identity, and never sent. */
export const later: Reply = { kind: 'unanswered', code: 'outcome_unknown' };

/** The reply that an outcome makes; to a read whose answer is larger than its caller takes, how large it is. */
export function replyOf(contract: AnyOperation, call: Call, outcome: Outcome): Reply {
  if (outcome.done === 'postponed') return later;
  if (outcome.done === 'tooLarge') return answerOfSize(outcome.bytes);
  const reply = outcome.done
    ? successReply(contract, outcome.data)
    : refusalReply(contract, outcome.code, outcome.data, outcome.details);
  if (contract.kind === 'writes' || call.maxAnswerBytes === undefined) return reply;
  const bytes = Buffer.byteLength(reply.envelope);
  return exceeds(bytes, call) ? answerOfSize(bytes) : reply;
}
