import type { AnyOperation } from '../../shared/contract/operations/operation.ts';
import type { RefusalCode } from '../../shared/contract/refusals.ts';
import type { Call } from '../../shared/wire/call.ts';
import {
  type Answer,
  answerOfSize,
  type Reply,
  refusalReply,
  successReply,
} from '../../shared/wire/envelope.ts';
import { exceeds } from './answerSizes.ts';

/** A refusal is a value, not an exception. */
export type Outcome<Data = unknown, Code extends string = string> =
  | {
      readonly kind: 'done';
      readonly data: Data;
      readonly json?: string | undefined;
    }
  | {
      readonly kind: 'refused';
      readonly code: Code;
      readonly data: object | null;
      /** Values for the `<…>` in the message of the contract. */
      readonly details: Readonly<Record<string, unknown>>;
    }
  | Answered
  | UnansweredRead;

/** The call has written its answer itself: that of the whole request. */
interface Answered {
  readonly kind: 'answered';
  readonly answer: Answer;
}

/** Outcome of a read that was not run in this set: there is no room for it, it is expensive, or its answer is too large. */
export type UnansweredRead = Postponed | Expensive | TooLarge;

export interface Postponed {
  readonly kind: 'postponed';
}

/** The call reads so much that those of other accounts should not wait for it. It runs apart from them. */
export interface Expensive {
  readonly kind: 'expensive';
}

/** The answer has at least `bytes`, more than the caller accepts. */
interface TooLarge {
  readonly kind: 'tooLarge';
  readonly bytes: number;
}

export const postponed: Postponed = { kind: 'postponed' };

export const expensive: Expensive = { kind: 'expensive' };

export function tooLarge(bytes: number): UnansweredRead {
  return { kind: 'tooLarge', bytes };
}

/** The call succeeded. `json` is the text of `data`, so that a large answer is serialized only once. */
export function done<Data>(data: Data, json?: string): Outcome<Data, never> {
  return { kind: 'done', data, json };
}

/** The call changed nothing. */
export function refused<Code extends RefusalCode>(
  code: Code,
  data: object | null = null,
  details: Readonly<Record<string, unknown>> = {},
): Outcome<never, Code> {
  return { kind: 'refused', code, data, details };
}

interface SetOutcome {
  readonly replies: ReadonlyMap<Call, Reply>;
  readonly postponedCalls: readonly Call[];
  readonly expensiveCalls: readonly Call[];
}

export function repliesOf(
  contract: AnyOperation,
  calls: readonly Call[],
  outcomeOf: (call: Call) => Outcome,
): SetOutcome {
  const replies = new Map<Call, Reply>();
  const postponedCalls: Call[] = [];
  const expensiveCalls: Call[] = [];
  for (const call of calls) {
    const outcome = outcomeOf(call);
    if (outcome.kind === 'postponed') postponedCalls.push(call);
    else if (outcome.kind === 'expensive') expensiveCalls.push(call);
    else replies.set(call, replyOf(contract, call, outcome));
  }
  return { replies, postponedCalls, expensiveCalls };
}

/** Returns the size alone if the answer is larger than the caller accepts. */
export function replyOf(
  contract: AnyOperation,
  call: Call,
  outcome: Exclude<Outcome, Postponed | Expensive>,
): Reply {
  if (outcome.kind === 'answered') return outcome.answer;
  if (outcome.kind === 'tooLarge') return answerOfSize(outcome.bytes);
  const reply =
    outcome.kind === 'done'
      ? successReply(contract, outcome.data, outcome.json)
      : refusalReply(contract, outcome.code, outcome.data, outcome.details);
  if (contract.kind === 'writes' || call.maxAnswerBytes === undefined) return reply;
  const bytes = Buffer.byteLength(reply.envelope);
  return exceeds(bytes, call) ? answerOfSize(bytes) : reply;
}
