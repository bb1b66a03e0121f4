import { type CounterfoilError, RefusedError } from '../../client/nodeClient.ts';
import { type Refused, refusedFor } from '../record/outcome.ts';

export function refusedBy(error: CounterfoilError): Refused {
  const fieldErrors = error instanceof RefusedError ? error.fieldErrors : [];
  return refusedFor(fieldErrors.length > 0 ? fieldErrors : [{ code: error.code, message: error.message }]);
}
