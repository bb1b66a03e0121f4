import type { Members } from '../../shared/input/reader.ts';
import type { App } from '../apps/apps.ts';
import type { PublicOperation } from '../operations.ts';
import type { ClaimedSigner } from './authenticate.ts';
import type { Verdict } from './signatureV2.ts';

/** What the steps of a request find out, each for the ones after it. */
export interface RequestState {
  /** `X-Request-Id`; also the id of the call, so that one search finds both sides of a request in the logs. */
  requestId?: string;
  /** The signer that the headers claim; nothing is proven. */
  signer?: ClaimedSigner;
  /** The operation that `X-Svc-Method` names; undefined for `batch.run`. */
  operation?: PublicOperation | undefined;
  /** The exact bytes that were sent. */
  body?: Buffer;
  /** Gives back the room that was set aside to receive the body; safe to call twice. */
  leaveRoom?: () => void;
  app?: App;
  /** A signature whose nonce is still being taken, and when its check began, by the monotonic clock. */
  openSignature?: { readonly verdict: Promise<Verdict>; readonly startedAt: number };
  /** The members of the body, for telling a repeat from another request. */
  sent?: Members;
  /** The clean input of the operation. */
  input?: object;
  /** How many calls a batch had, and how many of them did not do what they should. */
  batch?: { readonly calls: number; readonly refused: number };
}
