import type { Body } from '../../shared/input/reader.ts';
import type { Reader } from '../planning/reading.ts';
import { type Outcome, refused } from '../record/outcome.ts';

/** The result that creating a record would have, as far as its values decide it. */
export function checkedOutcome(read: Reader, input: Body): Outcome {
  const reading = read(input);
  if (!('faults' in reading)) return { kind: 'created', ident: '' };
  const [fault] = reading.faults;
  return refused(fault?.code ?? '', fault?.message ?? '');
}
