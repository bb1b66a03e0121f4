import type { App } from '../apps.ts';
import type { PublicOperation } from '../operations.ts';

/** What the steps of a request find out, each for the ones after it. */
export interface RequestState {
  /** The exact bytes that were sent. */
  body?: Buffer;
  app?: App;
  operation?: PublicOperation;
  /** The clean input of the operation. */
  input?: object;
}
