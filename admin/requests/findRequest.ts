import { batchRun } from '../../shared/contract/operations/batch.run.ts';
import { timeOfId } from '../../shared/contract/values/idents.ts';
import { explain } from '../../shared/runtime/process/explain.ts';
import type { StoredAnswer } from '../../workers/stores/storedAnswers.ts';
import type { Findings, FindStored } from './findings.ts';
import type { LogSource } from './logFiles.ts';
import { eventsOf, type Logged, requestIdOf } from './loggedEvents.ts';
import { notesOn } from './notes.ts';
import { outcomeOf } from './outcome.ts';
import {
  isoTime,
  only,
  problemsOf,
  type RequestReport,
  requestLine,
  setLine,
  storedLine,
} from './requestReport.ts';

interface Search {
  readonly sources: readonly LogSource[];
  readonly findStored?: FindStored | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Finds the outcome of a request, or of one call of a batch, in logs and stored answers. Throws an `OperatorError` if a log
 * can't be read.
 */
export async function findRequest(id: string, search: Search): Promise<RequestReport> {
  const events = await eventsOf(id, search.sources);
  const line = only(events, 'request').at(-1);
  const { stored, database } = await lookUp(id, line, search.findStored);
  const sets = only(events, 'set');
  const replays = only(events, 'set_replayed');
  const jobs = only(events, 'job');
  const receivedAt = timeOfId(requestIdOf(id));
  const known = {
    id,
    received_at: isoTime(receivedAt),
    request: line ? requestLine(line) : null,
    attempts: sets.length + replays.length || null,
    deliveries: jobs.length > 0 ? Math.max(...jobs.map(({ deliveries }) => deliveries)) : null,
    sets: sets.map(setLine),
    problems: problemsOf(events),
    stored: stored.map(storedLine),
  };
  const ageMs = search.now - receivedAt;
  const findings: Findings = { ...known, sources: search.sources, line, database, ageMs };
  const outcome = outcomeOf(findings);
  return { ...known, found: outcome !== 'not_found', outcome, notes: notesOn(findings, outcome) };
}

/** Reports the logs even if the database does not answer. */
async function lookUp(
  id: string,
  line: Logged<'request'> | undefined,
  findStored: FindStored | undefined,
): Promise<{ readonly stored: readonly StoredAnswer[]; readonly database: Findings['database'] }> {
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
 * hash. Entries of a batch with a key have 22 characters of the hash, and their index (`gateway/requests/idempotency.ts`).
 */
function storedIdsOf(id: string, line: Logged<'request'> | undefined): readonly string[] {
  const { key, method } = line ?? {};
  if (key === undefined) return [id];
  const [, index] = id.split('.');
  const ofEntries = key.slice(0, 22);
  if (index !== undefined) return [id, `${ofEntries}.${index.padStart(3, '0')}`];
  return method === batchRun.name ? [id, key, ofEntries] : [id, key];
}
