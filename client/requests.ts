import type { OperationName, Operations } from './contract.ts';

/** The request of an operation, such as `Request<'customer.create'>`. */
export type Request<Name extends OperationName> = Operations[Name]['request'];

/** The answer of an operation. That of an update has the ident, and any field that it may write. */
export type Answer<Name extends OperationName> = Operations[Name]['answer'];

/**
 * The answer to one request. That of an update has the ident and the fields that were sent, with their stored values. With
 * `if_version`, it also has the new `version`.
 */
export type AnswerTo<Name extends OperationName, Sent> = Name extends `${string}.update`
  ? Updated<Answer<Name>, Sent>
  : Answer<Name>;

/** Spells a type out, so that an editor shows its fields and not how it was put together. */
type Simplify<T> = { [Name in keyof T]: T[Name] } & {};

type Updated<Stored, Sent> = Simplify<
  Pick<Stored, RequiredNames<Stored>> & {
    -readonly [Name in keyof Pick<Sent, keyof Sent & FieldOf<Stored>>]: Required<Stored>[Name & keyof Stored];
  } & NewVersion<Sent>
>;

/** Excludes `version`, because one that is sent is ignored. */
type FieldOf<Stored> = Exclude<keyof Stored, 'version'>;

type NewVersion<Sent> = Sent extends { readonly if_version: string }
  ? { version: string }
  : Sent extends { readonly if_version?: unknown }
    ? 'if_version' extends keyof Sent
      ? { version?: string }
      : unknown
    : unknown;

type RequiredNames<T> = { [Name in keyof T]-?: object extends Pick<T, Name> ? never : Name }[keyof T];

/**
 * Refuses fields that the operation does not have, and those whose flag is not sent as 1: without it, a type parameter lets an
 * object have any others. Names that are computed when the program runs are not checked.
 */
export type OnlyKnown<Name extends OperationName, Sent> = {
  readonly [Field in keyof Sent]: Field extends KnownName<Name>
    ? Field extends FlaggedName<Operations[Name], Sent>
      ? OnlyWith<FlagOf<Operations[Name]>>
      : unknown
    : string extends Field
      ? unknown
      : UnknownField<Field>;
};

/** Names that the operation ignores are known, so that a record that was read can be changed and sent back. */
type KnownName<Name extends OperationName> = NamesIn<Request<Name>> | Operations[Name]['ignored'];

/** The names that have no effect, since the flag is missing or 0. The flag of a record that was read may be 0 or 1. */
type FlaggedName<Operation, Sent> = Operation extends { readonly onlyWith: { readonly fields: infer Fields } }
  ? FlagOf<Operation> extends keyof Sent
    ? 1 extends Sent[FlagOf<Operation> & keyof Sent]
      ? never
      : Fields
    : Fields
  : never;

type FlagOf<Operation> = Operation extends { readonly onlyWith: { readonly flag: infer Flag } }
  ? Flag
  : never;

/** The names of all fields in a union. */
export type NamesIn<Union> = Union extends unknown ? keyof Union : never;

declare const unknownField: unique symbol;

/** The type of a field that the operation does not have: nothing can be assigned to it. */
export interface UnknownField<Name> {
  readonly [unknownField]: Name;
}

declare const onlyWith: unique symbol;

/** The type of a field that has no effect unless the flag is 1: nothing can be assigned to it. */
interface OnlyWith<Flag> {
  readonly [onlyWith]: Flag;
}
