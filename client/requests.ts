import type { Operations, PublicOperationName } from '../shared/operations/index.ts';
import type { AnswerOf, RequestOf } from '../shared/operations/operation.ts';
import type { Simplify } from '../shared/resources/inputs.ts';
import type {
  AddressRecord,
  ArticleRecord,
  CustomerRecord,
  UpdateAnswer,
} from '../shared/resources/records.ts';

/** What an operation takes, such as `Request<'customer.create'>`. */
export type Request<Name extends PublicOperationName> = RequestOf<Operations[Name]>;

/** What an operation resolves to. An update: the ident, and any field that it may write. */
export type Answer<Name extends PublicOperationName> = AnswerOf<Operations[Name]>;

/** What one request resolves to. An update: the ident and the fields that were sent, with their stored values, and with `if_version` the new `version`. */
export type AnswerTo<Name extends PublicOperationName, Sent> = Name extends UpdateName
  ? Updated<Answer<Name>, Sent>
  : Answer<Name>;

type UpdateName = {
  [Name in PublicOperationName]: Operations[Name] extends { readonly answer: UpdateAnswer } ? Name : never;
}[PublicOperationName];

type Updated<Stored, Sent> = Simplify<
  Pick<Stored, RequiredNames<Stored>> & {
    -readonly [Name in keyof Pick<Sent, keyof Sent & FieldOf<Stored>>]: Required<Stored>[Name & keyof Stored];
  } & NewVersion<Sent>
>;

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
export type OnlyKnown<Name extends PublicOperationName, Sent> = {
  readonly [Field in keyof Sent]: Field extends KnownName<Name> ? unknown : UnknownField<Field>;
};

/** An update ignores what only reads have, so that a record that was read can be changed and sent back. */
type KnownName<Name extends PublicOperationName> =
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
