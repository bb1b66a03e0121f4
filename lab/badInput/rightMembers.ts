import { type AnyOperation, resourceOf } from '../../shared/contract/operations/operation.ts';
import type { Field } from '../../shared/contract/resources/field.ts';
import type { Drawing } from '../../test/support/random.ts';
import { type Member, textOf } from './drawnFaults.ts';
import { isIdent, isText, rightValue } from './fieldValues.ts';
import type { SoughtValue } from './kind.ts';
import { jsonOf } from './listKinds.ts';

export type Members = Map<string, Member>;

/** Values of a field in records of the account: idents, and values that may occur twice. Versions are those of one record. */
export type Known = (field: string, ident?: string) => readonly (string | number)[];

/** Values that are empty after cleaning. */
const empty = ['""', '" \\r\\n\\t"', '"\\u0007"', '"\\u3000"'];

/** Known values of a field, seen from a body: those of the field that is searched, and versions of the record that is named. */
export function knownValues(contract: AnyOperation, members: Members, known: Known): Known {
  const sent = (name: string) => textOf(members.get(name)?.stored);
  return (field) => {
    if (field === 'values') return known(sent('by'));
    return known(field, sent(`${resourceOf(contract.name)}_ident`));
  };
}

/** Looks for records by a field other than the ident. */
export function addLookup(
  { ident, identifier }: NonNullable<AnyOperation['lookup']>,
  members: Members,
  add: (name: string) => void,
): void {
  members.delete(ident);
  add(identifier);
  const choice = textOf(members.get(identifier)?.stored);
  add(ident === 'article_ident' ? `article_${choice}` : choice);
}

/**
 * Draws a right value, sometimes that of another record: an ident that exists, or a number or SKU a second
 * time.
 */
export function rightMember(draw: Drawing, name: string, field: Field, known: Known): Member {
  if (name === 'values') return soughtMember(draw, field, known(name));
  if (isText(field) && !field.missing && draw.below(12) === 0)
    return { json: draw.one(empty), stored: /^(?:customer|article)_type$/.test(name) ? 'native' : '' };
  const values = known(name);
  if (values.length === 0 || draw.below(10) >= (isIdent(field) ? 9 : 4)) return rightValue(draw, field);
  const stored = draw.one(values);
  return { json: JSON.stringify(stored), stored };
}

/** Values of records, as stored or with blanks around them, and others. */
function soughtMember(draw: Drawing, field: Field, known: readonly (string | number)[]): Member {
  const others = rightValue(draw, field).stored as readonly SoughtValue[];
  const some = Array.from({ length: known.length && draw.below(12) }, () => {
    const stored = String(draw.one(known));
    return { sent: draw.one([stored, stored, ` ${stored}`, `${stored} `, `${stored}\n`]), stored };
  });
  const values = shuffled(draw, [...some.filter(({ sent }) => [...sent].length <= 255), ...others]);
  return { json: jsonOf(values), stored: values };
}

export function shuffled<T>(draw: Drawing, list: readonly T[]): T[] {
  const left = [...list];
  return list.map(() => left.splice(draw.below(left.length), 1)[0] as T);
}
