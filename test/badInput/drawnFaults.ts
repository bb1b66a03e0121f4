import { namesOf } from '../../shared/input/names.ts';
import { type AnyOperation, resourceOf } from '../../shared/operations/operation.ts';
import type { FaultCode } from '../../shared/refusals.ts';

export type Values = Readonly<Record<string, string | number>>;

export interface DrawnFault {
  readonly field: string;
  readonly code: FaultCode;
}

/** A member of a body: right with what is stored of it, or wrong, or ignored. */
export interface Member {
  readonly json: string;
  readonly stored?: string | number;
  readonly code?: FaultCode;
}

/** Those of what is missing are alone; otherwise in the order of the field tables, then what is unknown as it was sent. */
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
  const unread = contract.name === 'article.read' && known.length === 0 ? nothingToRead(input) : [];
  return unknown.length > 0 && unread.length > 0 ? unread : [...known, ...unknown];
}

function nothingToRead({ article_ident, article_identifier, ...others }: Values): DrawnFault[] {
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
