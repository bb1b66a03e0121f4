import { resourceOf } from '../../shared/contract/operations/operation.ts';
import type { Answer, Unanswered } from '../../shared/wire/envelope.ts';
import type { CallQueue } from '../calls/callQueue.ts';
import type { ReceivedCall } from '../calls/callRequest.ts';
import type { Signed } from './authenticate.ts';
import type { Exchange } from './exchange.ts';
import { unlessBadlySigned } from './pendingNonceCheck.ts';

/** Makes the call of a request, and answers with its reply. */
export async function answerCall(
  exchange: Exchange,
  request: ReceivedCall,
  signed: Signed,
  queue: CallQueue,
): Promise<void> {
  const reply = await makeCall(exchange, request, signed, queue);
  exchange.answerReply(reply, signed.app.account, queue.laneRoom.answers);
}

/** Makes a call for which there is room. */
export function makeCall(
  { spans }: Exchange,
  request: ReceivedCall,
  { app, nonceCheck }: Signed,
  queue: CallQueue,
): Promise<Answer | Unanswered> {
  const call = spans
    ? spans.calling(resourceOf(request.contract.name), (trace) =>
        queue.run(app.account, { ...request, trace }),
      )
    : queue.run(app.account, request);
  return nonceCheck ? unlessBadlySigned(call, nonceCheck) : call;
}
