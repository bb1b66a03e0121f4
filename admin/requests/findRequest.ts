import { publicOperations } from '../../shared/contract/operations/allOperations.ts';
import { batchRun } from '../../shared/contract/operations/batch.run.ts';
import { counted } from '../../shared/contract/values/counted.ts';
import { maxDeadlineMs } from '../../shared/runtime/settings/settings.ts';
import { inboxTtlHours } from '../../shared/wire/call.ts';
import { httpOutcome, type httpOutcomes } from '../../shared/wire/envelope.ts';
import { factsOf, type RequestFacts, type Search } from './requestFacts.ts';

/** The operation itself answered `done` and `refused`. `expired` and `not_run` had no effect. */
export type Outcome = (typeof httpOutcomes)[number] | 'expired' | 'not_run' | 'not_found';

export type RequestReport = RequestFacts['known'] & {
  readonly found: boolean;
  readonly outcome: Outcome;
  readonly notes: readonly string[];
};

/**
 * Finds the outcome of a request, or of one call of a batch, in logs and stored answers. Throws an `OperatorError` if a log
 * can't be read.
 */
export async function findRequest(id: string, search: Search): Promise<RequestReport> {
  const facts = await factsOf(id, search);
  const outcome = outcomeOf(facts);
  const areLogsSearched = search.sources.length > 0;
  const notes = [...logNotes(facts, areLogsSearched), ...storedNotes(facts), ...outcomeNotes(facts, outcome)];
  return { ...facts.known, found: outcome !== 'not_found', outcome, notes };
}

function outcomeOf(facts: RequestFacts): Outcome {
  const { known, line } = facts;
  const isEntry = known.id.includes('.');
  const [answer] = known.stored;
  // A batch is done as a whole, whatever its entries did.
  const isOfBatch = line?.method === batchRun.name || answer?.call_id.startsWith(`${known.id}.`);
  if (answer && (isEntry || !isOfBatch)) return answer.outcome;
  if (isEntry || !line) return outcomeWithoutAnswer(facts);
  const outcome = httpOutcome(line.status, line.code);
  return outcome === 'failed' || outcome === 'unknown' ? outcomeWithoutAnswer(facts) : outcome;
}

function outcomeWithoutAnswer(facts: RequestFacts): Outcome {
  const { id, problems, sets, stored } = facts.known;
  const { line, database, ageMs } = facts;
  const mayRunMs = mayRunMsOf(line);
  const has = (event: string) => problems.some((problem) => problem.event === event);
  if (has('calls_expired')) return 'expired';
  if (has('call_failed') || has('request_crashed')) return 'failed';
  // The answer to a write is stored with its effect: without an answer, there was no effect.
  const wouldBeStored = line && isWrite(line.method) && ageMs > mayRunMs && ageMs < storedMs(line);
  if (wouldBeStored && !id.includes('.') && stored.length === 0 && database === 'searched') return 'not_run';
  return line || problems.length > 0 || sets.length > 0 || stored.length > 0 ? 'unknown' : 'not_found';
}

function logNotes({ known, line, ageMs }: RequestFacts, areLogsSearched: boolean): readonly string[] {
  if (!areLogsSearched)
    return ['No logs were searched: name files or folders with --logs, or `-` for standard input.'];
  if (!line) {
    const isYoung = ageMs < mayRunMsOf(line);
    return [
      `No log line of the request was found: ${isYoung ? 'it has not been answered yet, or ' : ''}it was answered by a gateway whose log was not searched, or the log was rotated.`,
    ];
  }
  if (known.sets.length > 0 || [401, 429, 503].includes(line.status)) return [];
  return ['No log line names its set: workers write the ids of calls only with LOG_LEVEL=debug.'];
}

function storedNotes({ known, database, line, ageMs }: RequestFacts): readonly string[] {
  if (database !== 'searched') return [`Stored answers were not searched: ${database.why}.`];
  if (known.stored.length > 0) return [];
  if (line && line.method !== batchRun.name && !isWrite(line.method))
    return ['Answers of reads are not stored.'];
  if (ageMs > storedMs(line)) return ['Its stored answers, if there were any, have expired.'];
  if (known.id.includes('.'))
    return [
      'No answer is stored under the id of this entry: it only read, or was refused before it was run, or has a key of its own, or carries the key of the batch (then the batch shows it).',
    ];
  if (line || ageMs < mayRunMsOf(line)) return [];
  return [
    'No answer is stored under this id: the call had no effect, or only read, or its client sent an Idempotency-Key (then only the log line of the request names its answer), or its answer has expired.',
  ];
}

function outcomeNotes({ ageMs, line }: RequestFacts, outcome: Outcome): readonly string[] {
  if (outcome === 'not_run') return ['It was not run: otherwise its answer would be stored.'];
  if (outcome === 'expired') return ['It did not run before its deadline, and will not run.'];
  const isOpen = outcome === 'unknown' || outcome === 'not_found';
  const mayRunMs = mayRunMsOf(line);
  if (!isOpen || ageMs >= mayRunMs) return [];
  const wait = counted(Math.ceil((mayRunMs - ageMs) / 1_000), 'second');
  if (!line)
    return [
      `It may still wait or run: repeat the command after its deadline (CALL_DEADLINE_MS, default: ten seconds). After ${wait}, no call with this id can still run.`,
    ];
  const why =
    line.deadlineMs === undefined
      ? ' Its deadline is not known, so the longest one of a gateway counts: ten minutes.'
      : '';
  return [`It may still be running: repeat the command in ${wait}.${why}`];
}

/** Returns how long a request may run. A batch may wait for its turn before its deadline, and a set take some seconds more. */
function mayRunMsOf(line: RequestFacts['line']): number {
  const { deadlineMs = maxDeadlineMs } = line ?? {};
  return (line?.method === batchRun.name ? 2 : 1) * deadlineMs + 60_000;
}

function isWrite(method: string): boolean {
  return Object.values<{ readonly name: string; readonly kind: string }>(publicOperations).some(
    ({ name, kind }) => name === method && kind === 'writes',
  );
}

/** Milliseconds for which the answers of a request are stored. The longest time if its key is not known. */
function storedMs(line: { readonly key?: string } | undefined): number {
  const hasKey = !line || line.key !== undefined;
  return (hasKey ? inboxTtlHours.withKey : inboxTtlHours.withoutKey) * 3_600_000;
}
