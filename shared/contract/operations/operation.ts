import type { Static, TSchema } from 'typebox';
import type { FieldError, Messages, RefusalCode } from '../refusals.ts';
import type { Fields } from '../resources/field.ts';
import type { CleanInput, Lookup, OnlyWith, RequestWith, Simplify } from '../resources/request.ts';
import type { IdentPrefix } from '../values/idents.ts';

/** Each resource has its own queue and its own worker role. */
export const resources = [
  'account',
  'customer',
  'address',
  'article',
  'order',
  'changes',
  'webhook',
] as const;
export type Resource = (typeof resources)[number];

/** Contract of one operation: everything that gateway, workers, client and documentation state about it. */
export interface Operation<
  Name extends string = string,
  Kind extends 'reads' | 'writes' = 'reads' | 'writes',
  F extends Fields = Fields,
  Answer extends TSchema = TSchema,
  Refusal extends RefusalCode = RefusalCode,
  Assigned extends string = string,
  Request = unknown,
> {
  readonly name: Name;
  readonly summary: string;
  /** Writing operations run in a transaction and have one effect however often they are delivered. */
  readonly kind: Kind;
  readonly input: F;
  /** Prefixes of idents that the gateway assigns to new records. The answer has them under the same names. */
  readonly assigns?: Readonly<Record<Assigned, IdentPrefix>>;
  /** Fields that are ignored unless `flag` is 1. */
  readonly onlyWith?: OnlyWith;
  readonly lookup?: Lookup;
  /** Refuses other fields of the resource. Without it they are ignored, so that a record that was read can be sent back. */
  readonly refusesOthers?: true;
  check?(input: CleanInput<F>): FieldError | undefined;
  readonly answer: Answer;
  /** Message of an answer; `<name>` is replaced by a value of the answer. */
  readonly success: string;
  readonly refusals: readonly Refusal[];
  /** Messages in place of those in shared/contract/refusals.ts. */
  readonly messages?: Messages;
  readonly example: Request;
}

// biome-ignore lint/suspicious/noExplicitAny: the widest operation, whatever its fields
export type AnyOperation = Operation<any, 'reads' | 'writes', any, any, any, any, any>;

export type InputOf<O> = O extends { input: infer F extends Fields }
  ? Simplify<CleanInput<F> & AssignedTo<O>>
  : never;
type AssignedTo<O> =
  // biome-ignore lint/suspicious/noExplicitAny: only one parameter matters
  O extends Operation<any, any, any, any, any, infer Assigned, any>
    ? { readonly [Name in Assigned]: string }
    : never;
export type RequestOf<O> = O extends { example: infer Request } ? Request : never;
/** `data` of a success. The type of an update covers every field that can be sent. */
export type AnswerOf<O> = O extends { answer: infer A extends TSchema } ? Simplify<Static<A>> : never;
/** Codes of the declared refusals. Every operation can also refuse wrong fields. */
export type RefusalOf<O> = O extends { refusals: readonly (infer R extends string)[] } ? R : never;

export function operation<
  const Name extends string,
  const Kind extends 'reads' | 'writes',
  F extends Fields,
  Answer extends TSchema,
  Refusal extends RefusalCode = never,
  Assigned extends keyof Static<Answer> & string = never,
  Flag extends keyof F & string = never,
  Flagged extends keyof F & string = never,
  const L extends Lookup<keyof F & string> = never,
>(
  contract: Operation<Name, Kind, F, Answer, Refusal, Assigned, NoInfer<RequestWith<F, L>>> & {
    readonly onlyWith?: OnlyWith<Flag, Flagged>;
    readonly lookup?: L;
  },
): Operation<Name, Kind, F, Answer, Refusal, Assigned, RequestWith<F, L>> {
  return Object.freeze(contract);
}

export function resourceOf(name: string): Resource {
  return name.slice(0, name.indexOf('.')) as Resource;
}

/**
 * Requests of all accounts wait for their apps in the queue of accounts, so it has no bulk lane. Webhooks are few, and their
 * secrets are only for the gateway that answers the request.
 */
const unbatched = ['account', 'webhook'] as const satisfies readonly Resource[];
export type UnbatchedResource = (typeof unbatched)[number];

export function isBatched(resource: Resource): boolean {
  return !(unbatched as readonly Resource[]).includes(resource);
}
