import type { Static, TSchema } from 'typebox';
import type { Field, Fields, Presence } from './field.ts';

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
