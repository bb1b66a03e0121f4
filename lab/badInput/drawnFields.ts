import { namesOf } from '../../shared/contract/input/resourceNames.ts';
import { type AnyOperation, resourceOf } from '../../shared/contract/operations/operation.ts';
import type { Field } from '../../shared/contract/resources/field.ts';
import type { Drawing } from '../../test/support/random.ts';
import { type DrawnFault, faultsOf, foreignNames, type Member, textOf, type Values } from './drawnFaults.ts';
import { isIdent, isList, wrongValue } from './fieldValues.ts';
import type { Value } from './kind.ts';
import { addLookup, type Known, knownValues, type Members, rightMember, shuffled } from './rightMembers.ts';

/** A field of an operation, about which a request is made. */
export interface Target {
  readonly contract: AnyOperation;
  readonly field: string;
  readonly isBroken: boolean;
}

/** The members of a body, and what must become of them (docs/api.md#fields). */
export interface DrawnFields {
  /** JSON text, without the braces. */
  readonly members: string;
  /** The clean values of the right members. */
  readonly input: Values;
  /** Faults in the order of the fields, then unknown fields in the order sent. */
  readonly faults: readonly DrawnFault[];
}

const strange = [
  'nope',
  'toString',
  'constructor',
  'prototype',
  'hasOwnProperty',
  'valueOf',
  '__defineGetter__',
  '',
  ' ',
  'length',
  "bill_city'; DROP TABLE customers; --",
  'BILL_CITY',
  'bill_city ',
  ' article_title',
  'account_id',
  'id',
  '$where',
  'bill_city[]',
  'bill.city',
  'ｂill_city',
  'bill_city\0',
  '😀'.repeat(10),
  'customer_ident​',
  '<field>',
  '*',
];
const anything = [
  'null',
  'true',
  '1',
  '-0',
  '"x"',
  '"\\u0000"',
  '"\\ud800"',
  '{}',
  '[{}]',
  `${'['.repeat(2_000)}${']'.repeat(2_000)}`,
];

/** Draws a body: the target right or wrong, other fields beside it, and members that must be ignored. */
export function drawFields(draw: Drawing, target: Target, known: Known): DrawnFields {
  const members: Members = new Map();
  const fields = applicable(draw, target, members);
  const knownBeside = knownValues(target.contract, members, known);
  const add = (name: string) =>
    members.set(name, rightMember(draw, name, fields.get(name) as Field, knownBeside));
  for (const [name, { presence }] of fields) if (presence === 'required') add(name);
  for (let left = draw.below(6); left > 0; left -= 1) add(draw.one([...fields.keys()]));
  // Otherwise unique values would hardly ever meet existing ones.
  if (fields.has('external_ident') && draw.below(3) === 0) add('external_ident');
  for (const name of ['validate', 'if_version']) if (fields.has(name) && draw.below(3) === 0) add(name);
  if (target.contract.lookup && draw.below(2) === 0) addLookup(target.contract.lookup, members, add);
  const validated = textOf(members.get('validate')?.stored);
  if (validated) add(validated);
  if (target.isBroken) addWrong(draw, target, fields, members);
  // Its fields would not be ignored.
  const flag = target.contract.onlyWith?.flag;
  if (target.isBroken && target.field === flag && !members.get(flag)?.code) members.delete(flag);
  if (!target.isBroken && fields.has(target.field)) add(target.field);
  addIgnored(draw, target, fields, members);
  return written(draw, target, members);
}

/** A group of fields must be ignored without its flag. Decides about the flag, unless the flag is the target to break. */
function applicable(
  draw: Drawing,
  { contract, field, isBroken }: Target,
  members: Members,
): Map<string, Field> {
  const fields = new Map(Object.entries<Field>(contract.input));
  const { onlyWith } = contract;
  if (!onlyWith) return fields;
  const breaksFlag = field === onlyWith.flag && isBroken;
  const isOn = !breaksFlag && (Object.hasOwn(onlyWith.fields, field) || draw.below(2) === 0);
  if (!isOn) for (const name of Object.keys(onlyWith.fields)) fields.delete(name);
  if (breaksFlag) return fields;
  if (isOn) members.set(onlyWith.flag, { json: draw.one(['1', '"1"', '1.0', '" 1 "']), stored: 1 });
  else if (draw.below(2) === 0) members.set(onlyWith.flag, { json: draw.one(['0', '"0"', '-0']), stored: 0 });
  fields.delete(onlyWith.flag);
  return fields;
}

function addWrong(
  draw: Drawing,
  { contract, field }: Target,
  fields: Map<string, Field>,
  members: Members,
): void {
  const wrong = (name: string) =>
    members.set(name, wrongMember(draw, name, fields.get(name) as Field, contract));
  const addUnknown = () =>
    members.set(draw.one([...strange, ...foreignNames(contract)]), {
      json: draw.one(anything),
      code: 'field_unknown',
    });
  if (draw.below(8) === 0) return void addUnknown();
  if (fields.has(field)) wrong(field);
  for (let left = draw.below(3); left > 0; left -= 1) wrong(draw.one([...fields.keys()]));
  if (draw.below(4) === 0) addUnknown();
}

function wrongMember(draw: Drawing, name: string, field: Field, { lookup }: AnyOperation): Member {
  // An empty value of a lookup counts as not sent.
  if (lookup && name !== lookup.ident)
    return { json: draw.one(['true', '1.5', '"\\u0000"', '[]', '9007199254740993']), code: 'field_invalid' };
  if (field.presence !== 'required' || draw.below(2) === 0) {
    if (name === 'if_version' && draw.below(3) === 0)
      return { json: draw.one(['""', 'null']), code: 'field_required' };
    const member = wrongValue(draw, field);
    const isMissing = field.presence === 'required' && ['null', '""'].includes(member.json);
    return isMissing ? { ...member, code: 'field_required' } : member;
  }
  const blank = isIdent(field) || isList(field) ? '""' : '" \\t\\u0007"';
  return { json: draw.one(['', '""', 'null', blank]), code: 'field_required' };
}

/** Names that some resource has, but that this operation ignores, with any value. */
function addIgnored(draw: Drawing, { contract }: Target, fields: Map<string, Field>, members: Members): void {
  // Whether the flag is sent is decided already.
  const decided = [...fields.keys(), ...members.keys(), contract.onlyWith?.flag];
  const ignored = [...namesOf[resourceOf(contract.name)]].filter((name) => !decided.includes(name));
  for (let left = draw.below(3); left > 0; left -= 1)
    members.set(draw.one(ignored), { json: draw.one(anything) });
}

function written(draw: Drawing, { contract }: Target, members: Members): DrawnFields {
  const sent = shuffled(draw, [...members]);
  const right = sent.filter(([, { stored }]) => stored !== undefined);
  const input = Object.fromEntries(right.map(([name, { stored }]) => [name, stored as Value]));
  return {
    members: sent
      .flatMap(([name, member]) => membersOf(draw, name, member))
      .join(draw.one([',', ' ,\r\n', '\t, '])),
    input,
    faults: faultsOf(contract, sent, input),
  };
}

/** Writes the member of a field: none if the field is left out, sometimes two of a name, of which the last counts. */
function membersOf(draw: Drawing, name: string, { json }: Member): string[] {
  if (json === '') return [];
  const member = `${JSON.stringify(name)}:${draw.below(2) === 0 ? json : escaped(json)}`;
  return draw.below(20) === 0 ? [`${JSON.stringify(name)} : ${draw.one(anything)}`, member] : [member];
}

/** The same JSON in ASCII. */
function escaped(json: string): string {
  return json.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
