import { namesOf } from '../../shared/input/names.ts';
import { type AnyOperation, resourceOf } from '../../shared/operations/operation.ts';
import type { FaultCode } from '../../shared/refusals.ts';

export type Values = Readonly<Record<string, string | number>>;

export interface DrawnFault {
  readonly field: string;
  readonly code: FaultCode;
}

/** A member of a body: right, with what is stored; wrong, with its code; or ignored. */
export interface Member {
  readonly json: string;
  readonly stored?: string | number;
  readonly code?: FaultCode;
}

/** Missing fields alone, if there are any. Otherwise faults in the order of the fields, then unknown fields in the order sent. */
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
  if (missing.length > 0) return missing;
  const unread = known.length === 0 ? nothingToRead(contract.name, input) : [];
  return unknown.length > 0 && unread.length > 0 ? unread : [...known, ...unknown];
}

function nothingToRead(
  operation: string,
  { customer_ident, article_ident, article_identifier, ...others }: Values,
): DrawnFault[] {
  if (operation === 'customer.read' && !customer_ident)
    return [{ field: 'customer_ident', code: 'field_required' }];
  if (operation !== 'article.read') return [];
  if (article_ident) return [];
  const field = article_identifier ? `article_${article_identifier}` : 'article_ident';
  return others[field] ? [] : [{ field, code: 'field_required' }];
}

/** Names of fields that other resources have. */
export function foreignNames(contract: AnyOperation): string[] {
  const own = [...namesOf[resourceOf(contract)], ...Object.keys(contract.input)];
  const names = Object.values(namesOf).flatMap((some) => [...some]);
  return [...names, 'validate'].filter((name) => !own.includes(name));
}
