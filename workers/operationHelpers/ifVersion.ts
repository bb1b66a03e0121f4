import { type Outcome, refused } from '../sets/callOutcome.ts';
import type { Row } from '../stores/recordTable.ts';
import { versionOf } from '../stores/versions.ts';

export interface ConditionalInput {
  readonly if_version?: string;
}

export function isConditional({ if_version }: ConditionalInput): boolean {
  return if_version !== undefined;
}

/** Refuses a change if the locked row has another version than the change requires. */
export function versionConflict(
  { if_version }: ConditionalInput,
  before: Row,
  ident: string,
): Outcome<never, 'record_changed'> | undefined {
  if (if_version === undefined) return undefined;
  const version = versionOf(before);
  return version === if_version ? undefined : refused('record_changed', { [ident]: before[ident], version });
}
