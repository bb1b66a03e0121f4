import { publicOperations } from '../../shared/contract/operations/allOperations.ts';
import { batchRun } from '../../shared/contract/operations/batch.run.ts';
import { keptHours } from '../../workers/stores/inbox.ts';
import type { Findings } from './findings.ts';
import type { Outcome } from './requestReport.ts';

const hourMs = 3_600_000;

/** No call runs for longer: the longest deadline is ten minutes, and a set may take some seconds more. */
const mayRunMs = 660_000;

export function outcomeOf(findings: Findings): Outcome {
  const { id, line, stored } = findings;
  const isEntry = id.includes('.');
  const [answer] = stored;
  // A batch is done as a whole, whatever its entries did.
  const isOfBatch = !isEntry && (line?.method === batchRun.name || answer?.call_id.startsWith(`${id}.`));
  if (answer && !isOfBatch) return answer.outcome;
  if (isEntry || !line) return ofCall(findings);
  if (line.status === 200) return line.code ? 'refused' : 'done';
  if (line.status === 503 || line.status === 429) return 'unavailable';
  return line.status < 500 ? 'rejected' : ofCall(findings);
}

/** Concludes the outcome if no definite answer is known. */
function ofCall(findings: Findings): Outcome {
  const { line, problems, sets, stored } = findings;
  const has = (event: string) => problems.some((problem) => problem.event === event);
  if (has('calls_expired')) return 'expired';
  if (has('call_failed') || has('request_crashed')) return 'failed';
  if (wasNotRun(findings)) return 'not_run';
  const isKnown = line || problems.length > 0 || sets.length > 0 || stored.length > 0;
  return isKnown ? 'unknown' : 'not_found';
}

/** The answer to a write is stored with its effect: without an answer, there was no effect. */
function wasNotRun({ id, line, database, stored, ageMs }: Findings): boolean {
  if (!line || id.includes('.') || stored.length > 0) return false;
  return database === 'searched' && isWrite(line.method) && ageMs > mayRunMs && ageMs < keptMs(line);
}

export function isWrite(method: string): boolean {
  return (
    Object.values(publicOperations) as readonly { readonly name: string; readonly kind: string }[]
  ).some(({ name, kind }) => name === method && kind === 'writes');
}

/** Milliseconds for which the answers of a request are stored. The longest time if its key is not known. */
export function keptMs(line: { readonly key?: string } | undefined): number {
  const hasKey = !line || line.key !== undefined;
  return (hasKey ? keptHours.withKey : keptHours.withoutKey) * hourMs;
}

export function mayStillRun({ ageMs }: Findings): boolean {
  return ageMs < mayRunMs;
}
