import * as fc from 'fast-check';
import { type AnyOperation, resourceOf } from '../../shared/contract/operations/operation.ts';
import type { Field, Fields } from '../../shared/contract/resources/field.ts';
import { awkwardValues, boundariesOf } from './sentValues.ts';

/** The members of a request, as JSON text. */
export type Sent = Readonly<Record<string, string>>;

export function bodyOf(sent: Sent): string {
  const members = Object.entries(sent).map(([name, json]) => `${JSON.stringify(name)}:${json}`);
  return `{${members.join(',')}}`;
}

/** A request that is accepted. */
export function exampleOf({ example }: AnyOperation): Sent {
  return Object.fromEntries(
    Object.entries(example as object).map(([name, value]) => [name, JSON.stringify(value)]),
  );
}

/** Requests in which one thing is at a limit: each value in each field, each field left out, and names of each kind. */
export function* boundaryRequests(contract: AnyOperation, otherNames: readonly string[]): Generator<Sent> {
  const example = exampleOf(contract);
  yield example;
  yield {};
  for (const name of Object.keys(example)) {
    const { [name]: _, ...others } = example;
    yield others;
  }
  for (const [name, field] of Object.entries<Field>(contract.input))
    for (const json of valuesOf(field)) yield { ...example, [name]: json };
  const { flag } = contract.onlyWith ?? {};
  if (flag)
    for (const [name, field] of Object.entries<Field>(contract.onlyWith?.fields ?? {}))
      for (const json of valuesOf(field))
        for (const on of ['0', '" 1 "', 'true']) yield { ...example, [flag]: on, [name]: json };
  for (const name of [...otherNames, 'no_such_field', '', '__proto__', 'validate', 'x'.repeat(70_000)])
    for (const json of ['1', '{"a":[null]}']) yield { ...example, [name]: json };
  if (contract.lookup) yield* namings(contract);
  if (contract.name.endsWith('.put')) yield* keysOfPut(contract);
}

/** Every way to give the key of a put: its source, its number, both or neither. */
function* keysOfPut(contract: AnyOperation): Generator<Sent> {
  const keys = ['external_ident', 'external_account_name', `${resourceOf(contract.name)}_nr`];
  const bare = Object.entries(exampleOf(contract)).filter(([name]) => !keys.includes(name));
  let made: readonly Record<string, string>[] = [Object.fromEntries(bare)];
  for (const name of keys)
    made = made.flatMap((sent) =>
      [undefined, '""', '" "', '"x"', '0', '-0'].map((json) => (json ? { ...sent, [name]: json } : sent)),
    );
  yield* made;
}

/** Every way to name the record or not to name it, right and wrong. */
function* namings({ input, lookup }: AnyOperation): Generator<Sent> {
  const { ident, identifier, fields } = lookup as NonNullable<AnyOperation['lookup']>;
  const sought = [ident, ...Object.values(fields)];
  const choices = [...Object.keys(fields), 'x', ''].map((choice) => JSON.stringify(choice));
  const values = [undefined, '""', 'null', '"x"', '0', '" "'];
  let made: readonly Record<string, string>[] = [{}];
  for (const name of Object.keys(input).filter((each) => sought.includes(each) || each === identifier)) {
    const own = name === identifier ? [undefined, 'null', ...choices] : values;
    made = made.flatMap((sent) => own.map((json) => (json === undefined ? sent : { ...sent, [name]: json })));
  }
  yield* made;
}

function valuesOf(field: Field): readonly string[] {
  return field.members ? filterValues(field.members) : [...boundariesOf(field), ...awkwardValues];
}

/** Each value in each member of an object, alone and beside an `external_ident`. */
function filterValues(members: Fields): readonly string[] {
  const alone = Object.entries(members).flatMap(([name, field]) =>
    valuesOf(field).map((json) => ({ [name]: json })),
  );
  const beside = 'external_ident' in members ? alone.map((sent) => ({ external_ident: '"x"', ...sent })) : [];
  return ['{}', '{"no_such_field":1}', ...awkwardValues, ...[...alone, ...beside].map(bodyOf)];
}

/** Requests by chance: the example with some fields changed, and rarely another name. */
export function anyRequest(contract: AnyOperation, otherNames: readonly string[]): fc.Arbitrary<Sent> {
  const example = exampleOf(contract);
  const fields = Object.entries<Field>(contract.input);
  const changes = fields.map(([name, field]) => fc.tuple(fc.constant(name), anyValue(field)));
  const others = fc.tuple(fc.constantFrom(...otherNames, 'no_such_field'), fc.constantFrom('1', '{"a":[]}'));
  const own = changes.length > 0 ? [{ weight: 20, arbitrary: fc.oneof(...changes) }] : [];
  const change = fc.oneof(...own, { weight: 1, arbitrary: others });
  return fc
    .record({ left: fc.subarray(Object.keys(example)), changed: fc.array(change, { maxLength: 5 }) })
    .map(({ left, changed }) => {
      const kept = Object.fromEntries(
        Object.entries(example).filter(([name]) => !left.includes(name) || left.length > 1),
      );
      return { ...kept, ...Object.fromEntries(changed) };
    });
}

function anyValue(field: Field): fc.Arbitrary<string> {
  if (field.members) {
    const { members } = field;
    const member = fc
      .constantFrom(...Object.keys(members))
      .chain((name) => fc.tuple(fc.constant(name), anyValue(members[name] as Field)));
    return fc.array(member, { maxLength: 3 }).map((sent) => bodyOf(Object.fromEntries(sent)));
  }
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...boundariesOf(field)) },
    { weight: 1, arbitrary: fc.constantFrom(...awkwardValues) },
    {
      weight: 1,
      arbitrary: fc.string({ unit: 'binary', maxLength: 300 }).map((text) => JSON.stringify(text)),
    },
    { weight: 1, arbitrary: fc.integer({ min: -20, max: 30_000 }).map(String) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.integer({ min: -200_000, max: 2_000_000 }), fc.nat(6), fc.boolean())
        .map(decimal),
    },
  );
}

function decimal([whole, decimals, isText]: readonly [number, number, boolean]): string {
  const text = (whole / 10 ** decimals).toFixed(decimals);
  return isText ? JSON.stringify(text) : text;
}
