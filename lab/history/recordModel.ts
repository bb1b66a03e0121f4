import { isOpen, type LedgerEntry } from '../faults/ledger.ts';
import type { Model, Timed } from './linearizable.ts';

/** A call on an article that several clients use at the same time. */
export interface RecordCall extends Timed {
  readonly verb: 'read' | 'exists' | 'update' | 'delete';
  /** The subtitle that an update writes; undefined if it writes something else. */
  readonly subtitle: string | undefined;
  readonly ifVersion: string | undefined;
  /** Undefined if no answer says what happened. */
  readonly answer: Answered | undefined;
}

interface Answered {
  readonly outcome: 'done' | 'not_found' | 'record_changed' | 'value_exists';
  readonly subtitle: string | undefined;
  readonly version: string | undefined;
}

/** `version` is undefined until an answer shows it. */
type State = { readonly subtitle: string; readonly version: string | undefined } | 'deleted';

/** Behaviour of one article, from its creation on. */
export const recordModel: Model<State, RecordCall> = {
  initial: { subtitle: '', version: undefined },
  step: (state, call) => (call.answer ? answered(state, call, call.answer) : unanswered(state, call)),
  keyOf: (state) => (state === 'deleted' ? '' : `${state.subtitle}|${state.version ?? ''}`),
};

function answered(state: State, call: RecordCall, answer: Answered): State | undefined {
  if (state === 'deleted' || answer.outcome === 'not_found')
    return state === 'deleted' && answer.outcome === 'not_found' ? state : undefined;
  if (answer.outcome === 'record_changed') return changed(state, call, answer);
  if (answer.outcome === 'value_exists' || call.verb === 'exists') return state;
  if (call.verb === 'delete') return 'deleted';
  if (call.verb === 'read') return state.subtitle === answer.subtitle ? shown(state, answer) : undefined;
  return updated(state, call, answer.version);
}

/** The condition was wrong, and the answer says which version there is. */
function changed(state: Exclude<State, 'deleted'>, { ifVersion }: RecordCall, answer: Answered) {
  return ifVersion === answer.version ? undefined : shown(state, answer);
}

/** The same state, whose version is known now; undefined if it has another one. */
function shown(state: Exclude<State, 'deleted'>, { version }: Answered): State | undefined {
  if (version === undefined || version === state.version) return state;
  return state.version === undefined ? { ...state, version } : undefined;
}

/** A version that no answer has shown is none that a client can send. */
function updated(
  state: Exclude<State, 'deleted'>,
  { ifVersion, subtitle = state.subtitle }: RecordCall,
  version: string | undefined,
): State | undefined {
  return ifVersion === undefined || ifVersion === state.version ? { subtitle, version } : undefined;
}

function unanswered(state: State, call: RecordCall): State | undefined {
  if (state === 'deleted') return undefined;
  if (call.verb === 'delete') return 'deleted';
  return call.verb === 'update' ? updated(state, call, undefined) : state;
}

const verbs: Readonly<Record<string, RecordCall['verb']>> = {
  'article.read': 'read',
  'article.exists': 'exists',
  'article.update': 'update',
  'article.delete': 'delete',
};

/** The call of an entry of the ledger; undefined if it had no effect for sure, or is none of these operations. */
export function recordCallOf(entry: LedgerEntry): RecordCall | undefined {
  const verb = verbs[entry.method];
  const { outcome, body } = entry;
  if (verb === undefined || (outcome === 'unavailable' && !isOpen(entry))) return undefined;
  const isAnswered = outcome === 'done' || outcome === 'refused';
  return {
    verb,
    begin: entry.startedAt,
    end: isAnswered ? entry.ended : Number.POSITIVE_INFINITY,
    subtitle: textOf(body.article_subtitle),
    ifVersion: textOf(body.if_version),
    answer: isAnswered ? answerOf(entry) : undefined,
  };
}

function answerOf({ outcome, envelope }: LedgerEntry): Answered {
  const data = (envelope?.data ?? {}) as Readonly<Record<string, unknown>>;
  return {
    outcome: outcome === 'done' ? 'done' : refusalOf(envelope?.message ?? ''),
    subtitle: textOf(data.article_subtitle),
    version: textOf(data.version),
  };
}

function refusalOf(message: string): Exclude<Answered['outcome'], 'done'> {
  if (message === 'record changed') return 'record_changed';
  return message.endsWith(' already exists') ? 'value_exists' : 'not_found';
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
