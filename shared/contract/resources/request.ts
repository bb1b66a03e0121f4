import type { Static, TSchema } from 'typebox';
import type { FieldError } from '../refusals.ts';
import type { Field, Fields, Presence } from './field.ts';

export interface OnlyWith<Flag extends string = string, Flagged extends string = string> {
  readonly flag: Flag;
  readonly fields: Readonly<Record<Flagged, Field>>;
}

/** Two ways to name a record: by its ident, or by a choice among other fields together with the chosen field. */
export interface Lookup<Name extends string = string> {
  readonly ident: Name;
  readonly identifier: Name;
  readonly fields: Readonly<Record<string, Name>>;
}

/** Object that a client sends. (A union here, since editors do not spell out an alias of it.) */
export type RequestWith<F extends Fields, L extends Lookup> = [L] extends [never]
  ? Sent<F>
  :
      | ByIdent<WireInput<F>, L>
      | { [Choice in keyof L['fields']]: ByChoice<WireInput<F>, L, Choice> }[keyof L['fields']];

/** `{}` would also be the type of objects with members. */
type Sent<F extends Fields> = [keyof F] extends [never] ? Record<string, never> : WireInput<F>;

type ByIdent<Sent, L extends Lookup> = Simplify<Present<Sent, L['ident']> & Omit<Sent, L['ident']>>;
type ByChoice<Sent, L extends Lookup, Choice extends keyof L['fields']> = Simplify<
  { [Name in L['identifier']]: Choice } & Present<Sent, L['fields'][Choice]> &
    Omit<Sent, L['identifier'] | L['fields'][Choice]>
>;

type Present<Sent, Name extends PropertyKey> = Required<Pick<Sent, Name & keyof Sent>>;

/** The field by which a request names its record: the chosen one if it has no ident. */
export function lookupField<Name extends string>(
  { ident, identifier, fields }: Lookup<Name>,
  input: Readonly<Record<string, unknown>>,
): Name {
  const choice = input[identifier] as string | undefined;
  return (!input[ident] && choice && fields[choice]) || ident;
}

export function missingLookup(
  lookup: Lookup,
  input: Readonly<Record<string, unknown>>,
): FieldError | undefined {
  const field = lookupField(lookup, input);
  return input[field] ? undefined : { field, code: 'field_required', message: `${field} not set` };
}

/** Expands a type, so that an editor shows its fields and not how it was composed. */
export type Simplify<T> = { [Name in keyof T]: T[Name] } & {};

type NamesWith<F extends Fields, P extends Presence> = {
  [Name in keyof F]: F[Name]['presence'] extends P ? Name : never;
}[keyof F];
type Only<F extends Fields, P extends Presence> = Pick<F, NamesWith<F, P>>;
type CleanValue<T> = T extends Field<infer Schema> ? Static<Schema> : never;
type WireValue<T> = T extends Field<TSchema, infer Wire> ? Wire : never;

export type CleanInput<F extends Fields> = Simplify<
  {
    [Name in keyof Only<F, 'required' | 'defaulted'>]: CleanValue<F[Name]>;
  } & { [Name in keyof Only<F, 'optional'>]?: CleanValue<F[Name]> }
>;

export type WireInput<F extends Fields> = Simplify<
  {
    [Name in keyof Only<F, 'required'>]: WireValue<F[Name]>;
  } & { [Name in keyof Only<F, 'defaulted' | 'optional'>]?: WireValue<F[Name]> }
>;
