import type { AddressRecord, ArticleRecord, CustomerRecord, OperationName, Operations } from './contract.ts';

/** What an operation takes, such as `Request<'customer.create'>`. */
export type Request<Name extends OperationName> = Operations[Name]['request'];

/** What an operation resolves to. An update: the ident, and any field that it may write. */
export type Answer<Name extends OperationName> = Operations[Name]['answer'];

/** What one request resolves to. An update: the ident and the fields that were sent, with their stored values, and with `if_version` the new `version`. */
export type AnswerTo<Name extends OperationName, Sent> = Name extends `${string}.update`
  ? Updated<Answer<Name>, Sent>
  : Answer<Name>;

type Updated<Stored, Sent> = Simplify<
  Pick<Stored, RequiredNames<Stored>> & {
    -readonly [Name in keyof Pick<Sent, keyof Sent & FieldOf<Stored>>]: Required<Stored>[Name & keyof Stored];
  } & NewVersion<Sent>
>;

/** Spells a type out, so that an editor shows its fields and not how it was put together. */
type Simplify<T> = { [Name in keyof T]: T[Name] } & {};

/** A `version` that is sent is ignored. */
type FieldOf<Stored> = Exclude<keyof Stored, 'version'>;

type NewVersion<Sent> = Sent extends { readonly if_version: string }
  ? { version: string }
  : Sent extends { readonly if_version?: unknown }
    ? 'if_version' extends keyof Sent
      ? { version?: string }
      : unknown
    : unknown;

type RequiredNames<T> = { [Name in keyof T]-?: object extends Pick<T, Name> ? never : Name }[keyof T];

/** Refuses fields that the operation does not have: without it, a type parameter lets an object have any others. */
export type OnlyKnown<Name extends OperationName, Sent> = {
  readonly [Field in keyof Sent]: Field extends KnownName<Name> ? unknown : UnknownField<Field>;
};

/** An update ignores what only reads have, so that a record that was read can be changed and sent back. */
type KnownName<Name extends OperationName> =
  | NamesIn<Request<Name>>
  | (Name extends `${infer Resource extends keyof Records}.update` ? keyof Records[Resource] : never);

interface Records {
  readonly customer: CustomerRecord;
  readonly address: AddressRecord;
  readonly article: ArticleRecord;
}

/** The names of all fields in a union. */
export type NamesIn<Union> = Union extends unknown ? keyof Union : never;

declare const unknownField: unique symbol;

/** The type of a field that the operation does not have: nothing can be assigned to it. */
export interface UnknownField<Name> {
  readonly [unknownField]: Name;
}
