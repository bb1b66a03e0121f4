import { batchRun } from '../../shared/batch.ts';
import { type Reply, writeEnvelope } from '../../shared/envelope.ts';
import { isHttpRefusal } from '../../shared/httpRefusals.ts';
import { isGivenUp } from '../calls/pending.ts';
import type { WantedCall } from '../calls/wantedCall.ts';
import { httpRefusalEnvelope } from '../http/refusals.ts';

/** A reply to each entry, with an envelope: its refusal, or the reply to its call. */
export function resultsOf(
  read: readonly (WantedCall | Reply)[],
  replies: readonly Reply[],
): readonly Reply[] {
  const left = replies.values();
  return read.map((entry) =>
    'contract' in entry ? withEnvelope(left.next().value as Reply, entry.contract.name) : entry,
  );
}

/** What of single calls is told by the status alone. */
function withEnvelope(reply: Reply, method: string): Reply {
  const { code, envelope } = reply;
  return envelope === '' && isHttpRefusal(code)
    ? { code, envelope: httpRefusalEnvelope(method, code) }
    : reply;
}

/** What to answer the request when none of its calls was answered; nothing when some were, or none was made. */
export function missingAnswers(replies: readonly Reply[]): 'unavailable' | 'outcome_unknown' | undefined {
  if (replies.length === 0 || !replies.every(isGivenUp)) return undefined;
  return replies.every(({ code }) => code === 'unavailable') ? 'unavailable' : 'outcome_unknown';
}

const { name: method, success: message } = batchRun;
const [opening, closing] = writeEnvelope({ response: true, data: { results: [] }, method, message }).split(
  '[]',
);

/** The results' envelopes are text, and stay it. */
export function batchEnvelope(results: readonly Reply[]): string {
  return `${opening}[${results.map(({ envelope }) => envelope).join(',')}]${closing}`;
}
