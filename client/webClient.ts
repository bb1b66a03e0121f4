export type { Simulation } from '../shared/contract/values/simulation.ts';
export type { AtomicAnswers, AtomicEntry, EntryReference } from './atomicBatch.ts';
export type { BatchEntry, BatchError, BatchResult, BatchResults } from './batch.ts';
export type { AbortSignalLike, CallOptions, ClientOptions, FetchLike } from './clientOptions.ts';
export type * from './contract.ts';
export { type Counterfoil, counterfoil } from './counterfoil.ts';
export {
  AbortedError,
  AuthenticationError,
  CounterfoilError,
  type RefusalBy,
  type RefusalWith,
  RefusedError,
  RequestError,
  UnavailableError,
} from './errors.ts';
export type * from './operations.ts';
export { follow, pages } from './pages.ts';
export type * from './refusalTypes.ts';
export type { Answer, AnswerTo, Request } from './requests.ts';
export type { Envelope, Sent } from './sent.ts';
