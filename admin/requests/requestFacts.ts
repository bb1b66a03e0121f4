import { batchRun } from '../../shared/contract/operations/batch.run.ts';
import { timeOfId } from '../../shared/contract/values/idents.ts';
import { explain } from '../../shared/runtime/process/explain.ts';
import { entriesKey, entryKey } from '../../shared/wire/call.ts';
import type { StoredAnswer } from '../../workers/stores/storedAnswers.ts';
import { eventsOf, type Logged, type LoggedEvent, type LogSource, requestIdOf } from './loggedEvents.ts';

/** Finds the stored answers of calls with one of these ids. Searches all accounts if `account` is undefined. */
export type FindStored = (
  ids: readonly string[],
  account: string | undefined,
) => Promise<readonly StoredAnswer[]>;

export interface Search {
  readonly sources: readonly LogSource[];
  readonly findStored?: FindStored | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export interface RequestFacts {
  readonly known: ReturnType<typeof knownOf>;
  /** The log line `request`, if it was found. */
  readonly line: Logged<'request'> | undefined;
  readonly database: 'searched' | { readonly why: string };
  readonly ageMs: number;
}

/** Collects what logs and stored answers say. Throws an `OperatorError` if a log can't be read. */
export async function factsOf(id: string, { sources, findStored, now }: Search): Promise<RequestFacts> {
  const events = await eventsOf(id, sources);
  const line = only(events, 'request').at(-1);
  const { stored, database } = await lookUp(id, line, findStored);
  return {
    known: knownOf(id, events, stored),
    line,
    database,
    ageMs: now - timeOfId(requestIdOf(id)),
  };
}

/** Reports the logs even if the database does not answer. */
async function lookUp(
  id: string,
  line: Logged<'request'> | undefined,
  findStored: FindStored | undefined,
): Promise<{ readonly stored: readonly StoredAnswer[]; readonly database: RequestFacts['database'] }> {
  if (!findStored) return { stored: [], database: { why: 'DATABASE_URL is not set' } };
  try {
    const stored = await findStored(storedIdsOf(id, line), line?.account || undefined);
    return { stored, database: 'searched' };
  } catch (error) {
    return { stored: [], database: { why: explain(error) } };
  }
}

/**
 * Returns the ids under which answers of a request may be stored. A request with an `Idempotency-Key` is stored under the key's
 * hash.
 */
function storedIdsOf(id: string, line: Logged<'request'> | undefined): readonly string[] {
  const { key, method } = line ?? {};
  if (key === undefined) return [id];
  const [, index] = id.split('.');
  if (index !== undefined) return [id, entryKey(key, Number(index))];
  return method === batchRun.name ? [id, key, entriesKey(key)] : [id, key];
}

/** Times are in UTC, as in ISO 8601. What no log line says is null. */
function knownOf(id: string, events: readonly LoggedEvent[], stored: readonly StoredAnswer[]) {
  const line = only(events, 'request').at(-1);
  const sets = only(events, 'set');
  const jobs = only(events, 'job');
  return {
    id,
    /** Comes from the id, by the clock of the gateway. */
    received_at: isoTime(timeOfId(requestIdOf(id))),
    /** The client's answer. */
    request: line ? requestLine(line) : null,
    /** Counts how often a set with it was tried. */
    attempts: sets.length + only(events, 'set_retried').length || null,
    /** Counts how often its job was delivered to a worker. */
    deliveries: jobs.length > 0 ? Math.max(...jobs.map(({ deliveries }) => deliveries)) : null,
    sets: sets.map(({ time, role, pid, method, lane, calls, ms }) => ({
      at: isoTime(time),
      role,
      pid,
      operation: method,
      lane,
      calls,
      ms,
    })),
    problems: events.flatMap((event) => {
      const code = problemOf(event);
      return code === undefined ? [] : [{ at: isoTime(event.time), event: event.event, code }];
    }),
    /** Answers in the database: one for a single write, one for each write of a batch. */
    stored: stored.map(storedLine),
  };
}

function only<Name extends LoggedEvent['event']>(
  events: readonly LoggedEvent[],
  name: Name,
): readonly Logged<Name>[] {
  return events.filter((event): event is Logged<Name> => event.event === name);
}

function requestLine({ time, role, pid, method, app, account, status, ms, ...line }: Logged<'request'>) {
  return {
    at: isoTime(time),
    role,
    pid,
    operation: method,
    app,
    account,
    status,
    // Koa returns undefined for a header that is not set.
    code: line.code ?? '',
    reason: line.reason ?? null,
    ms,
    queue_ms: line.queueMs ?? null,
    /** Null unless it is a batch, as is `refused`. */
    calls: line.calls ?? null,
    refused: line.refused ?? null,
  };
}

function problemOf(event: LoggedEvent): string | undefined {
  switch (event.event) {
    case 'set_retried':
    case 'call_failed':
    case 'request_crashed':
      return event.error.code;
    case 'signature_rejected':
      return event.reason;
    case 'calls_expired':
    case 'calls_resent':
      return '';
    default:
      return undefined;
  }
}

/** Leaves out the data of the answer, which may be personal. */
function storedLine({ account_ident, call_id, reply, date_expires }: StoredAnswer) {
  const { method = '' } = 'envelope' in reply ? (JSON.parse(reply.envelope) as { method?: string }) : {};
  const outcome: 'done' | 'refused' = reply.kind === 'done' ? 'done' : 'refused';
  return {
    call_id,
    account: account_ident,
    operation: method,
    outcome,
    code: reply.code,
    expires_at: `${date_expires.replace(' ', 'T')}Z`,
  };
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
