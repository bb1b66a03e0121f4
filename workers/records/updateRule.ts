import type { Call } from '../../shared/calls/call.ts';
import type { Outcome } from '../sets/outcome.ts';
import type { Row } from '../stores/recordTable.ts';
import type { ConditionalInput } from './condition.ts';

/** An update of a record that exists. */
export interface Update<Input> {
  readonly call: Call<Input>;
  /** The row before the update, with the columns that some update of the set changes. */
  readonly before: Row;
  /** The fields that were sent. */
  readonly changes: Row;
  /** What the service writes beside them. */
  readonly after: { readonly revision: number; readonly date_updated: string };
}

/** A condition that an update must meet, beside the other records of its account and the updates of its set. */
export interface Rule<Input, Code extends string> {
  readonly refusalOf: (update: Update<Input>) => Outcome<never, Code> | undefined;
  /** Called for each accepted update: later ones of the set are compared with it. */
  readonly accept: (update: Update<Input>) => void;
}

/** The input of an update that may require a version, and may name a field to validate. */
export interface ValidatingInput extends ConditionalInput {
  readonly validate?: string;
}
