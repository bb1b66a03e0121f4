import type { Call } from '../../shared/wire/call.ts';
import type { Outcome } from '../sets/outcome.ts';
import type { Row } from '../stores/recordTable.ts';
import type { ConditionalInput } from './condition.ts';

export interface Update<Input> {
  readonly call: Call<Input>;
  /** The row before the update, with the columns that some update of the set changes. */
  readonly before: Row;
  /** The sent fields. */
  readonly changes: Row;
  /** Columns that the service itself changes. */
  readonly after: { readonly revision: number; readonly date_updated: string };
}

/** Checks an update against the other records of its account and the earlier updates of its set. */
export interface Rule<Input, Code extends string> {
  readonly refusalOf: (update: Update<Input>) => Outcome<never, Code> | undefined;
  /** Called for each accepted update, so that later ones of the set are compared with it. */
  readonly accept: (update: Update<Input>) => void;
}

export interface ValidatingInput extends ConditionalInput {
  readonly validate?: string;
}
