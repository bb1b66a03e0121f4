import { namesOf } from '../../shared/contract/input/resourceNames.ts';
import { type AnyOperation, resourceOf } from '../../shared/contract/operations/operation.ts';
import type { FieldErrorCode } from '../../shared/contract/refusals.ts';
import type { Value } from './kind.ts';

export type Values = Readonly<Record<string, Value>>;

export interface DrawnFault {
  readonly field: string;
  readonly code: FieldErrorCode;
}

/** A member of a body: right, with what is stored; wrong, with its code; or ignored. */
export interface Member {
  readonly json: string;
  readonly stored?: Value;
  readonly code?: FieldErrorCode;
}

/** Missing fields, after unknown ones, if there are any. Otherwise faults in the order of the fields, then unknown fields in the order sent. */
export function faultsOf(
  contract: AnyOperation,
  sent: readonly [string, Member][],
  input: Values,
): DrawnFault[] {
  const wrong = sent.flatMap(([field, { code }]) => (code ? [{ field, code }] : []));
  const unknown = wrong.filter(({ code }) => code === 'field_unknown');
  const names = Object.keys(contract.input);
  const known = wrong
    .filter(({ code }) => code !== 'field_unknown')
    .toSorted((one, other) => names.indexOf(one.field) - names.indexOf(other.field));
  const missing = known.filter(({ code }) => code === 'field_required');
  // The name of a missing field may be misspelled, so unknown fields come before it.
  if (missing.length > 0) return [...unknown, ...missing];
  const unread = known.length === 0 ? nothingToRead(contract.name, input) : [];
  return unread.length > 0 ? [...unknown, ...unread] : [...known, ...unknown];
}

function nothingToRead(operation: string, input: Values): DrawnFault[] {
  if (operation !== 'customer.read' && operation !== 'article.read') return [];
  const field = lookedField(operation, input);
  return input[field] ? [] : [{ field, code: 'field_required' }];
}

/** The field by which customer.read and article.read look for records. */
export function lookedField(operation: 'customer.read' | 'article.read', input: Values): string {
  if (operation === 'customer.read')
    return input.customer_ident ? 'customer_ident' : textOf(input.customer_identifier) || 'customer_ident';
  const identifier = textOf(input.article_identifier);
  return input.article_ident || !identifier ? 'article_ident' : `article_${identifier}`;
}

/** A text, or nothing. */
export function textOf(value: Value | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** Fields of single operations, which are not part of a record. */
const ofOperations = ['validate', 'if_version', 'by', 'values', 'fields'];

/** Names of fields that other resources or operations have. */
export function foreignNames(contract: AnyOperation): string[] {
  const own = [...namesOf[resourceOf(contract.name)], ...Object.keys(contract.input)];
  const names = Object.values(namesOf).flatMap((some) => [...some]);
  return [...names, ...ofOperations, 'customer_identifier', 'article_identifier'].filter(
    (name) => !own.includes(name),
  );
}
