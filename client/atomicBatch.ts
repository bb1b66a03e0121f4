import type { AtomicOperationName } from './contract.ts';
import type { AnswerTo, NamesIn, OnlyKnown, Request, UnknownField } from './requests.ts';

/** Stands for an ident: the value of the same field in the answer to an earlier entry; entries count from 0. */
export interface EntryReference {
  readonly entry: number;
}

type ReferringField = 'customer_ident' | 'address_ident' | 'article_ident';

/** Requests whose idents may be references. */
type Referring<Fields> = Fields extends unknown
  ? {
      [Name in keyof Fields]: Name extends ReferringField ? Fields[Name] | EntryReference : Fields[Name];
    }
  : never;

/** One operation of an atomic batch. */
export type AtomicEntry = {
  readonly [Name in AtomicOperationName]: {
    readonly method: Name;
    readonly data: Referring<Request<Name>>;
  };
}[AtomicOperationName];

/** An entry with unchecked data: a check against the union of all entries would name every operation in its errors. */
export type AnyAtomicEntry = {
  readonly [Name in AtomicOperationName]: {
    readonly method: Name;
    readonly data: { readonly [Field in NamesIn<Request<Name>>]?: unknown };
  };
}[AtomicOperationName];

/** The same entries, each with the data of its operation. */
export type CheckedAtomicEntries<Entries extends readonly AnyAtomicEntry[]> = {
  readonly [Index in keyof Entries]: CheckedAtomicEntry<Entries[Index]>;
};

type CheckedAtomicEntry<Entry extends AnyAtomicEntry> = Entry extends AnyAtomicEntry
  ? {
      readonly [Name in keyof Entry]: Name extends 'data'
        ? Referring<Request<Entry['method']>> & OnlyKnown<Entry['method'], Entry['data']>
        : Name extends keyof AnyAtomicEntry
          ? unknown
          : UnknownField<Name>;
    }
  : never;

/** The answer to each operation, in the order sent. */
export type AtomicAnswers<Entries extends readonly AnyAtomicEntry[]> = {
  readonly [Index in keyof Entries]: AtomicAnswer<Entries[Index]>;
};

type AtomicAnswer<Entry extends AnyAtomicEntry> = Entry extends AnyAtomicEntry
  ? AnswerTo<Entry['method'], Entry['data']>
  : never;
