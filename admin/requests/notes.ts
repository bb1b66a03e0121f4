import { batchRun } from '../../shared/contract/operations/batch.run.ts';
import type { Findings } from './findings.ts';
import { isWrite, keptMs, mayStillRun } from './outcome.ts';
import type { Outcome } from './requestReport.ts';

export function notesOn(findings: Findings, outcome: Outcome): readonly string[] {
  return [...logNotes(findings), ...storedNotes(findings), ...outcomeNotes(findings, outcome)];
}

function logNotes({ sources, line, sets, request }: Findings): readonly string[] {
  if (sources.length === 0)
    return ['No logs were searched: name files or folders with --logs, or `-` for standard input.'];
  if (!line)
    return [
      'No log line of the request was found: it was answered by a gateway whose log was not searched, or the log was rotated.',
    ];
  const wasRun = request !== null && ![401, 429, 503].includes(request.status);
  if (sets.length > 0 || !wasRun) return [];
  return ['No log line names its set: workers write the ids of calls only with LOG_LEVEL=debug.'];
}

function storedNotes({ id, database, stored, line, ageMs }: Findings): readonly string[] {
  if (database !== 'searched') return [`Stored answers were not searched: ${database.why}.`];
  if (stored.length > 0) return [];
  if (line && line.method !== batchRun.name && !isWrite(line.method))
    return ['Answers of reads are not stored.'];
  if (ageMs > keptMs(line)) return ['Its stored answers, if there were any, have expired.'];
  if (id.includes('.'))
    return [
      'No answer is stored under the id of this entry: it only read, or was refused before it was run, or has a key of its own, or carries the key of the batch (then the batch shows it).',
    ];
  if (line) return [];
  return [
    'No answer is stored under this id: the call had no effect, or only read, or its client sent an Idempotency-Key (then only the log line of the request names its answer), or its answer has expired.',
  ];
}

function outcomeNotes(findings: Findings, outcome: Outcome): readonly string[] {
  if (outcome === 'not_run') return ['It was not run: otherwise its answer would be stored.'];
  if (outcome === 'expired') return ['It did not run before its deadline, and will not run.'];
  const isOpen = outcome === 'unknown' || outcome === 'not_found';
  return isOpen && mayStillRun(findings)
    ? ['It may still be running: repeat the command eleven minutes after the request.']
    : [];
}
