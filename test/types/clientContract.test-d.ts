/** client/contract.ts says what the contract says. `npm run typecheck`, a step of `.ci/run`, checks it; see requests.test-d.ts. */
import { expectTypeOf } from 'expect-type';
import type { NamesIn } from '../../client/requests.ts';
import type {
  Answer,
  AuthenticationCode,
  FieldError,
  HttpRequestCode,
  HttpUnavailableCode,
  OperationName,
  Operations,
  Request,
} from '../../client/webClient.ts';
import type { HttpRejection } from '../../shared/contract/httpRejections.ts';
import type {
  Operations as Contracts,
  PublicOperationName,
} from '../../shared/contract/operations/allOperations.ts';
import type { AnswerOf, RefusalOf, RequestOf } from '../../shared/contract/operations/operation.ts';
import type { FieldError as ContractFieldError } from '../../shared/contract/refusals.ts';

expectTypeOf<OperationName>().toEqualTypeOf<PublicOperationName>();
expectTypeOf<FieldError>().branded.toEqualTypeOf<ContractFieldError>();
expectTypeOf<AuthenticationCode | HttpRequestCode | HttpUnavailableCode>().toEqualTypeOf<HttpRejection>();

/** True if values of each type can be used as the other; with optional fields also when they are not optional. */
type Same<A, B> = [A, B, Full<A>, Full<B>, NamesIn<A>] extends [B, A, Full<B>, Full<A>, NamesIn<B>]
  ? [NamesIn<B>] extends [NamesIn<A>]
    ? true
    : false
  : false;
type Full<T> = T extends object ? { [Name in keyof T]-?: Full<T[Name]> } : T;

type Different<Check extends Readonly<Record<OperationName, boolean>>> = {
  [Name in OperationName]: Check[Name] extends true ? never : Name;
}[OperationName];

// The compiler names the operations that differ.
export const requests = [] as Different<{
  readonly [Name in OperationName]: Same<Request<Name>, RequestOf<Contracts[Name]>>;
}>[] satisfies never[];
export const answers = [] as Different<{
  readonly [Name in OperationName]: Name extends `${string}.exists`
    ? true
    : Same<Answer<Name>, AnswerOf<Contracts[Name]>>;
}>[] satisfies never[];
export const refusals = [] as Different<{
  readonly [Name in OperationName]: Same<Operations[Name]['refusal'], RefusalOf<Contracts[Name]>>;
}>[] satisfies never[];

// The comparison can fail.
expectTypeOf<Same<{ a?: string }, { a?: string; b?: string }>>().toEqualTypeOf<false>();
expectTypeOf<Same<{ a?: { b?: string } }, { a?: { b?: number } }>>().toEqualTypeOf<false>();
expectTypeOf<Same<{ a: string }, { a?: string }>>().toEqualTypeOf<false>();
expectTypeOf<Same<{ a: 1 | 2 }, { a: 1 | 2 | 3 }>>().toEqualTypeOf<false>();
