import {
  missingFields,
  type ReportedErrors,
  reportedErrors,
  unknownNames,
} from '../../shared/contract/input/fieldErrors.ts';
import type { Members } from '../../shared/contract/input/reader.ts';
import { batchRun } from '../../shared/contract/operations/batch.run.ts';
import { elementsOf } from '../json/parseBody.ts';
import type { Work } from '../json/work.ts';

const field = 'operations';
const names = new Set([field]);
const expected = `must be an array of 1 to ${batchRun.maxOperations} operations`;

export const isOperations = (name: string) => name === field;

export function* operationsIn(
  members: Members,
): Work<{ readonly entries: readonly unknown[] } | ReportedErrors> {
  const sent = members.get(field);
  const unknown = unknownNames(members, names);
  if (sent === undefined || sent === null || sent === '')
    return missingFields([{ field, code: 'field_required', message: `${field} not set` }], unknown);
  const entries = yield* elementsOf(sent, batchRun.maxOperations);
  if (entries) return unknown.count > 0 ? reportedErrors([], unknown) : { entries };
  return reportedErrors([{ field, code: 'field_invalid', message: `${field} ${expected}` }], unknown);
}
