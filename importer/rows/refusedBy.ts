import { type CounterfoilError, RefusedError } from '../../client/node.ts';
import { type Refused, refusedFor } from '../record/outcome.ts';

/** The refusal of a row that the service refused, for all fields that are wrong. */
export function refusedBy(error: CounterfoilError): Refused {
  const faults = error instanceof RefusedError ? error.faults : [];
  return refusedFor(faults.length > 0 ? faults : [{ code: error.code, message: error.message }]);
}
