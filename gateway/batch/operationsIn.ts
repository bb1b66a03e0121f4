import { batchRun } from '../../shared/batch.ts';
import { type ToldFaults, toldFaults, unknownNames } from '../../shared/input/faults.ts';
import type { Members } from '../../shared/input/reader.ts';
import { elementsOf } from '../json/elements.ts';
import type { Work } from '../json/work.ts';

const field = 'operations';
const names = new Set([field]);
const expected = `must be an array of 1 to ${batchRun.mostOperations} operations`;

/** Which member of the body of a batch is used. */
export const isOperations = (name: string) => name === field;

/** The entries of a batch, whatever they are, or what is wrong with the batch as a whole. */
export function* operationsIn(members: Members): Work<{ readonly entries: readonly unknown[] } | ToldFaults> {
  const sent = members.get(field);
  if (sent === undefined || sent === null || sent === '')
    return { faults: [{ field, code: 'field_required', message: `${field} not set` }] };
  const unknown = unknownNames(members, names);
  const entries = yield* elementsOf(sent, batchRun.mostOperations);
  if (entries) return unknown.count > 0 ? toldFaults([], unknown) : { entries };
  return toldFaults([{ field, code: 'field_invalid', message: `${field} ${expected}` }], unknown);
}
