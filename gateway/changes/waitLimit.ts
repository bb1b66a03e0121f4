import type { ReportedErrors } from '../../shared/contract/input/fieldErrors.ts';
import { maxChangesWaitMs } from '../../shared/contract/resources/change.ts';

/** Share of the deadline that a request may wait: the rest is for the read after the wait. */
const waitShare = 0.75;

export function waitError(waitMs: number, deadlineMs: number): ReportedErrors | undefined {
  const maximum = Math.min(maxChangesWaitMs, Math.floor(waitShare * deadlineMs));
  return waitMs <= maximum ? undefined : errorOf(`must be an integer from 0 to ${maximum}`);
}

/** Entries of a batch must not wait: the other entries would wait with them. */
export function entryWaitError({ wait_ms = 0 }: { readonly wait_ms?: number }): ReportedErrors | undefined {
  return wait_ms === 0 ? undefined : errorOf('must be 0 in a batch');
}

function errorOf(expects: string): ReportedErrors {
  const error = { field: 'wait_ms', code: 'field_invalid', message: `wait_ms ${expects}` } as const;
  return { fieldErrors: [error] };
}
