import { type CounterfoilError, RefusedError } from '../../client/node.ts';
import { type Refused, refusedFor } from '../record/outcome.ts';

export function refusedBy(error: CounterfoilError): Refused {
  const faults = error instanceof RefusedError ? error.faults : [];
  return refusedFor(faults.length > 0 ? faults : [{ code: error.code, message: error.message }]);
}
