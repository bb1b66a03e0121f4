import type { StoredAnswer } from '../../workers/stores/storedAnswers.ts';
import type { LogSource } from './logFiles.ts';
import type { Logged } from './loggedEvents.ts';
import type { RequestReport } from './requestReport.ts';

/** Finds the stored answers of calls with one of these ids, of one account if it is known. */
export type FindStored = (
  ids: readonly string[],
  account: string | undefined,
) => Promise<readonly StoredAnswer[]>;

/** What was searched, and with what result. */
export interface Findings extends Omit<RequestReport, 'found' | 'outcome' | 'notes'> {
  readonly sources: readonly LogSource[];
  /** The log line of the request. */
  readonly line: Logged<'request'> | undefined;
  /** Whether stored answers were looked up, and why not. */
  readonly database: 'searched' | { readonly why: string };
  readonly ageMs: number;
}
