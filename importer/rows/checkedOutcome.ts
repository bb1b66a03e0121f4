import type { Body } from '../../shared/contract/input/reader.ts';
import type { Reader } from '../planning/reading.ts';
import { type Outcome, refusedFor } from '../record/outcome.ts';

/** Returns the result of creating a record, as far as its values decide it. */
export function checkedOutcome(read: Reader, input: Body): Outcome {
  const reading = read(input);
  if (!('fieldErrors' in reading)) return { kind: 'created', ident: '' };
  return refusedFor(reading.fieldErrors);
}
