import type { StoredAnswer } from '../../workers/stores/storedAnswers.ts';
import type { LogSource } from './logFiles.ts';
import type { Logged } from './loggedEvents.ts';
import type { RequestReport } from './requestReport.ts';

/** Finds the stored answers of calls with one of these ids. Searches all accounts if `account` is undefined. */
export type FindStored = (
  ids: readonly string[],
  account: string | undefined,
) => Promise<readonly StoredAnswer[]>;

export interface Findings extends Omit<RequestReport, 'found' | 'outcome' | 'notes'> {
  readonly sources: readonly LogSource[];
  readonly line: Logged<'request'> | undefined;
  readonly database: 'searched' | { readonly why: string };
  readonly ageMs: number;
}
