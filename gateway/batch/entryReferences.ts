import type { Members } from '../../shared/contract/input/reader.ts';
import type { AnyOperation } from '../../shared/contract/operations/operation.ts';
import type { FieldError } from '../../shared/contract/refusals.ts';
import type { AtomicEntry } from '../../shared/contract/resources/atomicEntries.ts';
import type { Refused } from '../../shared/wire/envelope.ts';
import { membersOf } from '../json/parseBody.ts';
import type { Work } from '../json/work.ts';

/** Fields that may refer to the answer of an earlier entry. No field has an object as its value, so it is not mistaken for one. */
export const referringFields = ['address_ident', 'article_ident', 'customer_ident'] as const;
const referenceName = 'entry';

/** Stands for the value of a reference while the other fields are checked. */
const placeholder = 'reference';

export interface ReadEntry extends AtomicEntry {
  readonly contract: AnyOperation;
}

interface References {
  /** The sent members, with a placeholder in place of each reference. */
  readonly sent: Members;
  readonly references: Readonly<Record<string, number>>;
}

/** Reads references such as `"customer_ident": { "entry": 0 }`. `earlier` are the entries before this one. */
export function* readReferences(
  { input }: AnyOperation,
  sent: Members,
  earlier: readonly (ReadEntry | Refused)[],
): Work<References | FieldError> {
  const references: Record<string, number> = {};
  for (const field of referringFields) {
    const index = Object.hasOwn(input, field) ? yield* referenceIn(sent.get(field)) : undefined;
    if (index === undefined) continue;
    const problem = problemOf(index, field, earlier);
    if (problem) return { field, code: 'field_invalid', message: `${field} ${problem}` };
    references[field] = index as number;
  }
  const found = Object.keys(references).map((field) => [field, placeholder] as const);
  return found.length === 0 ? { sent, references } : { sent: new Map([...sent, ...found]), references };
}

function* referenceIn(value: unknown): Work<unknown> {
  if (typeof value !== 'object' || value === null) return undefined;
  const members = yield* membersOf(value, (member) => member === referenceName);
  // Undefined is not a reference, so that the field refuses the object.
  return members?.has(referenceName) && members.size === 1 ? (members.get(referenceName) ?? null) : undefined;
}

function problemOf(
  index: unknown,
  field: string,
  earlier: readonly (ReadEntry | Refused)[],
): string | undefined {
  if (typeof index !== 'number' || !Number.isSafeInteger(index) || index < 0)
    return `must be a string, or refer to an earlier entry by its index: {"${referenceName}": 0}`;
  const entry = earlier[index];
  if (!entry)
    return `refers to entry ${index}: this is entry ${earlier.length}, counted from 0, and can only refer to entries before it`;
  if ('code' in entry || gives(entry, field)) return undefined;
  return `refers to entry ${index} (${entry.method}), whose answer has no ${field}`;
}

/** True if the answer to an entry has the field, and it is not null. */
function gives({ contract, input }: ReadEntry, field: string): boolean {
  const schema: unknown = contract.answer.properties?.[field];
  const { onlyWith } = contract;
  const isFlagged =
    typeof schema === 'object' && schema !== null && 'anyOf' in schema && onlyWith !== undefined;
  if (isFlagged) return (input as Readonly<Record<string, unknown>>)[onlyWith.flag] === 1;
  return schema !== undefined;
}
