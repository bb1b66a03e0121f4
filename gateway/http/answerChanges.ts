import type { changesList } from '../../shared/contract/operations/changes.list.ts';
import type { InputOf } from '../../shared/contract/operations/operation.ts';
import type { Answer, Unanswered } from '../../shared/wire/envelope.ts';
import type { CallQueue } from '../calls/callQueue.ts';
import type { ReceivedCall } from '../calls/callRequest.ts';
import { Unavailable } from '../calls/unavailable.ts';
import { ChangeWait } from '../changes/changeWait.ts';
import type { WaitingReaders } from '../changes/waitingReaders.ts';
import { waitError } from '../changes/waitLimit.ts';
import { fieldRefusal } from '../requests/refusalReplies.ts';
import { answerCall, makeCall } from './answerCall.ts';
import type { Signed } from './authenticate.ts';
import type { Exchange } from './exchange.ts';

/**
 * Answers `changes.list`. A waiting request makes a first call and, if there is no change yet, one more after each notification
 * and one at the end of its time. Between these calls it occupies no queue, worker or database.
 */
export async function answerChanges(
  exchange: Exchange,
  request: ReceivedCall,
  signed: Signed,
  queue: CallQueue,
  { waitingReaders }: { readonly waitingReaders: WaitingReaders },
): Promise<void> {
  const { after, wait_ms: waitMs } = request.input as InputOf<typeof changesList>;
  const error = waitError(waitMs, queue.deadlineMs);
  if (error) return exchange.answer(fieldRefusal(request.contract.name, error));
  // A request without a cursor does not wait: its answer tells the reader where to begin.
  const isWaiting = waitMs > 0 && after !== undefined && !waitingReaders.stopping.aborted;
  if (!isWaiting) return answerCall(exchange, request, signed, queue);

  const release = waitingReaders.acquire(signed.app.account);
  if (!release) return exchange.rejectUnanswered(new Unavailable('waiting_readers'));
  try {
    const { account } = signed.app;
    const { notifications, stopping } = waitingReaders;
    const startedAt = performance.now();
    const endsAt = startedAt + waitMs;
    const wait = new ChangeWait({ account, notifications, stopping, response: exchange.ctx.res, endsAt });
    const read = async (count: number) => {
      if (count > 1) {
        const room = queue.acquire(account, request.bytes);
        if (room instanceof Unavailable) return room;
        exchange.hold(room);
      }
      const deadlineMs = queue.deadlineMs - (performance.now() - startedAt);
      const id = count === 1 ? request.id : `${request.id}.${count}`;
      const reply = await makeCall(exchange, { ...request, id, deadlineMs }, signed, queue);
      exchange.hold(undefined);
      return reply;
    };
    const reply = await readUntilChange(read, wait, signed, after);
    exchange.answerReply(reply, account, queue.laneRoom.answers);
  } finally {
    release();
  }
}

async function readUntilChange(
  read: (count: number) => Promise<Answer | Unanswered>,
  wait: ChangeWait,
  signed: Signed,
  after: string,
): Promise<Answer | Unanswered> {
  try {
    // The wait starts before the read, so that a change after the read is noticed.
    await wait.start();
    for (let count = 1; ; count += 1) {
      const isLast = wait.isOver;
      const reply = await read(count);
      if (isLast || !hasNoChange(reply, after) || !(await isSigned(signed))) return reply;
      await wait.next();
    }
  } finally {
    wait.end();
  }
}

/** A request with a bad signature does not wait; `confirmSignature` rejects it. */
async function isSigned({ nonceCheck }: Signed): Promise<boolean> {
  return nonceCheck === undefined || (await nonceCheck.verdict) === 'signed';
}

/** Maximum length of an answer without changes: longer ones are not parsed. */
const emptyLength = 800;

/** An answer whose cursor has moved over changes that were not asked for is sent at once: the next request begins there. */
function hasNoChange(reply: Answer | Unanswered, after: string): boolean {
  if (reply.kind !== 'done' || reply.envelope.length > emptyLength) return false;
  const { changes, cursor } = JSON.parse(reply.envelope).data;
  return changes.length === 0 && cursor === after;
}
