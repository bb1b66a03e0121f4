import type { changesList } from '../../shared/contract/operations/changes.list.ts';
import type { InputOf } from '../../shared/contract/operations/operation.ts';
import type { Answer, Unanswered } from '../../shared/wire/envelope.ts';
import type { CallClient, CallRequest } from '../calls/callClient.ts';
import { Unavailable } from '../calls/unavailable.ts';
import { ChangeWait } from '../changes/changeWait.ts';
import type { WaitingReaders } from '../changes/waitingReaders.ts';
import { waitFault } from '../changes/waitLimit.ts';
import { fieldRefusal } from '../requests/refusals.ts';
import type { Signed } from './authenticate.ts';
import { answerReply, callFor, dispatch } from './dispatch.ts';
import type { Exchange } from './exchange.ts';

interface Parts {
  readonly callClient: CallClient;
  readonly waitingReaders: WaitingReaders;
}

/**
 * Answers `changes.list`. A waiting request makes a first call and, if there is no change yet, one more after each hint and one
 * at the end of its time. Between these calls it occupies no queue, worker or database.
 */
export async function answerChanges(
  exchange: Exchange,
  request: CallRequest,
  signed: Signed,
  parts: Parts,
): Promise<void> {
  const { after, wait_ms: waitMs } = request.input as InputOf<typeof changesList>;
  const { callClient, waitingReaders } = parts;
  const fault = waitFault(waitMs, callClient.deadlineMs);
  if (fault) return exchange.answer(fieldRefusal(request.contract.name, fault));
  // A request without a cursor does not wait: its answer tells the reader where to begin.
  const isWaiting = waitMs > 0 && after !== undefined && !waitingReaders.stopping.aborted;
  if (!isWaiting) return dispatch(exchange, request, signed, parts);

  const leave = waitingReaders.enter(signed.app.account);
  if (!leave) return exchange.fail(new Unavailable('waiting_readers'));
  try {
    const reply = await waitForChanges(exchange, request, waitMs, signed, parts);
    answerReply(exchange, reply, signed, parts);
  } finally {
    leave();
  }
}

async function waitForChanges(
  exchange: Exchange,
  request: CallRequest,
  waitMs: number,
  signed: Signed,
  parts: Parts,
): Promise<Answer | Unanswered> {
  const { callClient, waitingReaders } = parts;
  const { account } = signed.app;
  const startedAt = performance.now();
  const endsAt = startedAt + waitMs;
  const { hints, stopping } = waitingReaders;
  const wait = new ChangeWait({ account, hints, stopping, response: exchange.ctx.res, endsAt });
  const read = (count: number) => {
    const deadlineMs = callClient.deadlineMs - (performance.now() - startedAt);
    const id = count === 1 ? request.id : `${request.id}.${count}`;
    return callFor(exchange, { ...request, ...(id && { id }), deadlineMs }, signed, parts);
  };
  try {
    // Hints start before the read, so that a change after the read gives a hint.
    await wait.start();
    for (let count = 1; ; count += 1) {
      const isLast = wait.isOver;
      const reply = await read(count);
      if (isLast || !hasNoChange(reply) || !(await isSigned(signed))) return reply;
      await wait.next();
    }
  } finally {
    wait.end();
  }
}

/** A request with a bad signature does not wait; `confirmSignature` refuses it. */
async function isSigned({ openSignature }: Signed): Promise<boolean> {
  return openSignature === undefined || (await openSignature.verdict) === 'signed';
}

/** Maximum length of an answer without changes: longer ones are not parsed. */
const emptyLength = 800;

function hasNoChange(reply: Answer | Unanswered): boolean {
  if (reply.kind !== 'done' || reply.envelope.length > emptyLength) return false;
  return JSON.parse(reply.envelope).data.changes.length === 0;
}
