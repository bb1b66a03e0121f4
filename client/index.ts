export type { BatchEntry, BatchError, BatchResult, BatchResults } from './batch.ts';
export type * from './codes.ts';
export { type Counterfoil, counterfoil } from './counterfoil.ts';
export {
  AuthenticationError,
  CounterfoilError,
  type RefusalBy,
  RefusedError,
  RequestError,
  UnavailableError,
} from './errors.ts';
export type {
  AddressOperations,
  ArticleOperations,
  CallOptions,
  CustomerOperations,
} from './operations.ts';
export type { Answer, AnswerTo, Request } from './requests.ts';
export type { SenderOptions } from './sender.ts';
export type { Sent } from './sent.ts';
