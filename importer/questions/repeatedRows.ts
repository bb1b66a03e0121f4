import { type Outcome, type Refused, refused } from '../journal/rowOutcome.ts';
import type { Input, MappedRow, Mapping } from '../mapping/mapping.ts';
import type { Resource } from '../mapping/rules/resourceFields.ts';
import { shortName } from '../plan/compareRecords.ts';
import { kindOf } from '../plan/rowPlan.ts';
import { HashSet, hashOf } from '../rows/hashSet.ts';
import type { Source } from '../source/source.ts';

interface RowKey {
  readonly field: string;
  readonly resource: Resource;
  readonly of: (input: Readonly<Input>) => string;
  /** Names the record in messages: by the key, or by its title if the key is a hash. */
  readonly nameOf: (input: Readonly<Input>) => string;
  /** Remedy in the message about rows with the same key and other values. */
  readonly remedy: string;
}

/** Identifies records by a field; delivery addresses by all of their values. */
export function rowKey(
  resource: Resource,
  field: string,
  { hasHashedIdents }: Pick<Mapping, 'hasHashedIdents'>,
): RowKey {
  const of = (input: Readonly<Input>) =>
    resource === 'addresses' ? JSON.stringify(input) : keyOf(field, input);
  const isNamed = resource !== 'addresses' && field === 'external_ident' && hasHashedIdents;
  const first = 'keep one of them, or choose the first one with --on-repeat first';
  const addresses = 'and then import the other addresses of a customer with import addresses';
  return {
    field,
    resource,
    remedy: resource === 'customers' ? `${first}, ${addresses}` : first,
    of,
    nameOf: (input) => (isNamed && shortName(kindOf(resource), input)) || of(input),
  };
}

/** E-mail addresses are compared without case. */
function keyOf(field: string, input: Readonly<Input>): string {
  const value = String(input[field] ?? '');
  return field === 'bill_email' ? value.toLowerCase() : value;
}

function contentOf(input: Readonly<Input>): string {
  const { bill_email: email } = input;
  return JSON.stringify(email === undefined ? input : { ...input, bill_email: String(email).toLowerCase() });
}

/** Records of a file that have several rows, by the key of a record. */
export interface Repeats {
  readonly key: RowKey;
  /** Rows that repeat the record of an earlier row. `examples` has keys of rows with different values. */
  readonly rows: number;
  readonly examples: readonly string[];
  /** Hashes of the keys that several rows have, and of those among them whose rows have different values. */
  readonly repeated: HashSet;
  readonly ambiguous: HashSet;
}

export function noRepeats(key: RowKey): Repeats {
  return { key, rows: 0, examples: [], repeated: new HashSet(), ambiguous: new HashSet() };
}

const maxExamples = 3;

/** Refused rows count, too: once they are corrected, they would be lost beside a record that an earlier import created. */
export async function findRepeats(
  source: Pick<Source, 'rows'>,
  mapping: Mapping,
  key: RowKey,
): Promise<Repeats> {
  const keys = new HashSet();
  const contents = new HashSet();
  const repeated = new HashSet();
  const ambiguous = new HashSet();
  const examples: string[] = [];
  // Orders of a customer repeat its number; other rows that differ in a column that is not imported are other records.
  const isWhole = key.resource === 'articles' || mapping.identRule?.includes('"hash"') === true;
  let rows = 0;
  for await (const chunk of source.rows())
    for (const row of chunk) {
      const mapped = mapping.map(row);
      const input = inputIn(mapped, key);
      const value = input === undefined ? '' : key.of(input);
      if (input === undefined || value === '') continue;
      const hash = hashOf(value);
      // A value that could not be read makes a row another one.
      const content = contentOf(input) + (isWhole || 'fault' in mapped ? JSON.stringify(row.values) : '');
      const isOther = contents.add(hashOf(content));
      if (keys.add(hash)) continue;
      rows += 1;
      repeated.add(hash);
      if (isOther && ambiguous.add(hash) && examples.length < maxExamples) examples.push(key.nameOf(input));
    }
  return { key, rows, examples, repeated, ambiguous };
}

/** Returns the values that name the record of a row; an address is named by all of them. */
function inputIn(mapped: MappedRow, { resource }: RowKey): Readonly<Input> | undefined {
  if ('input' in mapped) return mapped.input;
  return 'fault' in mapped && resource !== 'addresses' ? mapped.readable : undefined;
}

export type OnRepeat = 'refuse' | 'first';

export interface RepeatJudge {
  /** Returns the outcome of a row that repeats a record, and undefined for others. It must see all rows in order. */
  readonly outcomeOf: (input: Readonly<Input>) => Outcome | undefined;
  /** Returns the same only if the row is refused: for rows that are refused anyway, which are not first rows. */
  readonly refusalOf: (input: Readonly<Input>) => Refused | undefined;
}

/** Judges rows whose record has several rows in the file. */
export function repeatJudge(
  { rows, key: { field, of, nameOf, remedy }, repeated, ambiguous }: Repeats,
  onRepeat: OnRepeat,
): RepeatJudge {
  const seen = new HashSet();
  const hashIn = (input: Readonly<Input>) => {
    const key = rows === 0 ? '' : of(input);
    const hash = key === '' ? undefined : hashOf(key);
    return hash !== undefined && repeated.has(hash) ? hash : undefined;
  };
  const refusalFor = (hash: ReturnType<typeof hashOf>, input: Readonly<Input>) =>
    onRepeat === 'refuse' && ambiguous.has(hash)
      ? refused(
          'ident_repeated',
          `${field}: another row of the file has "${nameOf(input)}" too, with other values: ${remedy}`,
        )
      : undefined;
  return {
    outcomeOf: (input) => {
      const hash = hashIn(input);
      if (hash === undefined) return undefined;
      return refusalFor(hash, input) ?? (seen.add(hash) ? undefined : { kind: 'repeated' });
    },
    refusalOf: (input) => {
      const hash = hashIn(input);
      return hash === undefined ? undefined : refusalFor(hash, input);
    },
  };
}
