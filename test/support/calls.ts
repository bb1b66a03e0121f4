import { type Body, inputReader, type Reading } from '../../shared/contract/input/reader.ts';
import { type OperationName, operations } from '../../shared/contract/operations/allOperations.ts';
import type { AnyOperation } from '../../shared/contract/operations/operation.ts';
import { newId, newIdent } from '../../shared/contract/values/idents.ts';
import type { Call } from '../../shared/wire/call.ts';

/** Compiling a reader takes longer than most tests. */
const readers = new Map<OperationName, (body: Body) => Reading<AnyOperation>>();

/** A call as a gateway makes it of a request. */
export function callOf(
  method: OperationName,
  account: number,
  request: Body,
  changes: Partial<Call> = {},
): Call<Body> {
  return {
    id: newId(),
    account,
    method,
    deadline: Date.now() + 10_000,
    acceptedAt: Date.now(),
    ...changes,
    input: inputOf(method, request),
  };
}

/** The clean input of a request, with the idents that a gateway assigns. */
function inputOf(method: OperationName, request: Body): Body {
  const contract: AnyOperation = operations[method];
  const read = readers.get(method) ?? inputReader(contract);
  readers.set(method, read);
  const reading = read(request);
  if ('fieldErrors' in reading) throw new Error(reading.fieldErrors[0]?.message);
  const idents = Object.entries(contract.assigns ?? {}).map(([field, prefix]) => [field, newIdent(prefix)]);
  return { ...reading.input, ...Object.fromEntries(idents) };
}
