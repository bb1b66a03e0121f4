import { isOpen, type LedgerEntry } from '../faults/ledger.ts';
import type { Model, Timed } from './linearizable.ts';

export type Resource = 'article' | 'customer';

/**
 * Fields of each resource: the name of a record, the text that tells changes apart, and a value that no two records may have.
 */
export const fields = {
  article: { name: 'article_title', text: 'article_subtitle', unique: 'article_ean' },
  customer: { name: 'bill_company', text: 'bill_street2', unique: 'customer_nr' },
} as const;

/** Calls on records that several clients use at the same time. They happen as a whole: one, or those of an atomic batch. */
export interface RecordCalls extends Timed {
  /** Calls of a refused batch, up to the refused one. */
  readonly calls: readonly RecordCall[];
}

interface RecordCall {
  readonly verb: 'read' | 'exists' | 'update' | 'delete' | 'put';
  /** The external ident, which one record after the other may have. */
  readonly source: string;
  /** The record; undefined of a put, and of a call that refers to an unanswered one. */
  readonly ident: string | undefined;
  /** The text that an update or a put writes; undefined if it writes something else. */
  readonly text: string | undefined;
  readonly ifVersion: string | undefined;
  /** Undefined if no answer says what happened. */
  readonly answer: Answered | undefined;
}

interface Answered {
  readonly outcome: 'done' | 'not_found' | 'record_changed' | 'value_exists' | 'not_done';
  readonly ident: string | undefined;
  /** Effect of a put. */
  readonly result: string | undefined;
  readonly text: string | undefined;
  readonly version: string | undefined;
}

/** `ident` and `version` are undefined until an answer shows them. */
interface Stored {
  readonly ident: string | undefined;
  readonly text: string;
  readonly version: string | undefined;
}

type State = Stored | 'absent';
type States = Readonly<Record<string, State>>;

/** Behaviour of the records of all sources. None of them exists at first. */
export const recordModel: Model<States, RecordCalls> = {
  initial: {},
  step: (states, { calls }) => {
    let after = states;
    for (const call of calls) {
      const state = stepOf(after[call.source] ?? 'absent', call);
      if (state === undefined) return undefined;
      // A refused call undoes those before it.
      if (call.answer && call.answer.outcome !== 'done' && calls.length > 1) return states;
      after = { ...after, [call.source]: state };
    }
    return after;
  },
  keyOf: (states) => {
    const keys = Object.entries(states).map(([source, state]) => `${source} ${keyOf(state)}`);
    return keys.toSorted().join();
  },
};

function keyOf(state: State): string {
  return state === 'absent' ? '' : `${state.ident}|${state.text}|${state.version ?? ''}`;
}

/** The state of a source after a call; undefined if the call can't have had its answer in this state. */
function stepOf(state: State, call: RecordCall): State | undefined {
  if (call.verb === 'put') return afterPut(state, call);
  const isNamed =
    state !== 'absent' &&
    (state.ident === undefined || call.ident === undefined || state.ident === call.ident);
  const stored = isNamed ? { ...state, ident: call.ident ?? state.ident } : undefined;
  if (call.answer?.outcome === 'not_found')
    return stored && state !== 'absent' && state.ident ? undefined : state;
  if (!stored) return undefined;
  return call.answer ? answered(stored, call, call.answer) : unanswered(stored, call);
}

/** A put creates the record of its source, or changes the one that there is. */
function afterPut(state: State, { text = '', answer }: RecordCall): State | undefined {
  const ident = answer?.ident;
  if (!answer) return { ident: state === 'absent' ? undefined : state.ident, text, version: undefined };
  if (answer.outcome !== 'done') return undefined;
  if (state === 'absent')
    return answer.result === 'created' ? { ident, text, version: undefined } : undefined;
  const isSame = state.ident === undefined || state.ident === ident;
  return isSame && answer.result === 'updated' ? { ident, text, version: undefined } : undefined;
}

function answered(state: Stored, call: RecordCall, answer: Answered): State | undefined {
  if (answer.outcome === 'record_changed') return changed(state, call, answer);
  if (answer.outcome === 'value_exists' || call.verb === 'exists') return state;
  if (call.verb === 'delete') return 'absent';
  if (call.verb === 'read') return state.text === answer.text ? shown(state, answer) : undefined;
  return updated(state, call, answer.version);
}

/** The condition was wrong, and the answer says which version there is. */
function changed(state: Stored, { ifVersion }: RecordCall, answer: Answered) {
  return ifVersion === answer.version ? undefined : shown(state, answer);
}

/** The same state, whose version is known now; undefined if it has another one. */
function shown(state: Stored, { version }: Answered): State | undefined {
  if (version === undefined || version === state.version) return state;
  return state.version === undefined ? { ...state, version } : undefined;
}

/** A version that no answer has shown is none that a client can send. */
function updated(
  { ident, ...state }: Stored,
  { ifVersion, text = state.text }: RecordCall,
  version: string | undefined,
): State | undefined {
  return ifVersion === undefined || ifVersion === state.version ? { ident, text, version } : undefined;
}

function unanswered(state: Stored, call: RecordCall): State | undefined {
  if (call.verb === 'delete') return 'absent';
  return call.verb === 'update' ? updated(state, call, undefined) : state;
}

const verbs: readonly RecordCall['verb'][] = ['read', 'exists', 'update', 'delete', 'put'];

/**
 * The calls of a ledger on the records of these sources. Those that had no effect for sure are left out. The answers to puts say
 * which records these are.
 */
export function recordCallsIn(
  entries: readonly LedgerEntry[],
  wanted: readonly string[],
): readonly RecordCalls[] {
  const sources = new Map<string, string>();
  for (const entry of entries)
    if (entry.method.endsWith('.put') && entry.outcome === 'done')
      sources.set(identIn(recordIn(entry)) ?? '', String(entry.body.external_ident));
  const batches = new Map<string, LedgerEntry[]>();
  const wholes: LedgerEntry[][] = [];
  for (const entry of entries) {
    const batch = entry.isAtomic ? batches.get(entry.key) : undefined;
    if (batch) batch.push(entry);
    else wholes.push([entry]);
    if (entry.isAtomic && !batch) batches.set(entry.key, wholes.at(-1) as LedgerEntry[]);
  }
  const all = wholes.flatMap((whole) => callsOf(whole, sources) ?? []);
  return all.filter(({ calls }) => calls.some(({ source }) => wanted.includes(source)));
}

function callsOf(
  entries: readonly LedgerEntry[],
  sources: ReadonlyMap<string, string>,
): RecordCalls | undefined {
  const [first] = entries as [LedgerEntry, ...LedgerEntry[]];
  if (first.outcome === 'unavailable' && !isOpen(first)) return undefined;
  const isAnswered = first.outcome === 'done' || first.outcome === 'refused';
  const calls: RecordCall[] = [];
  for (const entry of entries) {
    const { method, body } = entry;
    const verb = verbs.find((each) => method.endsWith(`.${each}`));
    const ident = identIn(body);
    const source = textOf(body.external_ident) ?? sources.get(ident ?? '') ?? referredIn(body, calls)?.source;
    if (verb === undefined || source === undefined) return undefined;
    const answer = isAnswered ? answerOf(entry) : undefined;
    calls.push({
      verb,
      source,
      ident,
      text: writtenIn(body),
      ifVersion: textOf(body.if_version),
      // The refusal that follows shows what was undone.
      answer: answer?.outcome === 'not_done' ? undefined : answer,
    });
    if (answer && answer.outcome !== 'done' && answer.outcome !== 'not_done') break;
  }
  return { begin: first.startedAt, end: isAnswered ? first.ended : Number.POSITIVE_INFINITY, calls };
}

function answerOf(entry: LedgerEntry): Answered {
  const data = recordIn(entry);
  return {
    outcome: entry.outcome === 'done' ? 'done' : refusalOf(entry.envelope?.message ?? ''),
    ident: identIn(data),
    result: textOf(data.result),
    text: writtenIn(data),
    version: textOf(data.version),
  };
}

function identIn(data: LedgerEntry['body']): string | undefined {
  return textOf(data.article_ident) ?? textOf(data.customer_ident);
}

function writtenIn(data: LedgerEntry['body']): string | undefined {
  return textOf(data[fields.article.text]) ?? textOf(data[fields.customer.text]);
}

/** The earlier call of the batch whose record a call refers to. */
function referredIn(body: LedgerEntry['body'], calls: readonly RecordCall[]): RecordCall | undefined {
  const { entry } = (body.article_ident ?? body.customer_ident ?? {}) as { readonly entry?: number };
  return calls[entry ?? -1];
}

/** Returns the fields of the record in an answer. `customer.read` has them in a field of their own. */
export function recordIn({ envelope }: Pick<LedgerEntry, 'envelope'>): LedgerEntry['body'] {
  const data = (envelope?.data ?? {}) as LedgerEntry['body'];
  return (data.customer as LedgerEntry['body'] | undefined) ?? data;
}

function refusalOf(message: string): Exclude<Answered['outcome'], 'done'> {
  if (message.startsWith('not done: ')) return 'not_done';
  if (message === 'record changed') return 'record_changed';
  return message.endsWith(' already exists') ? 'value_exists' : 'not_found';
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
