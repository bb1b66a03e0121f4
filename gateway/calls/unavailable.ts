import { maxWaitingReaders } from '../../shared/contract/resources/change.ts';
import { grouped } from '../../shared/contract/values/counted.ts';
import type { RejectionReason, UnavailableReason } from '../../shared/runtime/process/events.ts';
import type { Unanswered } from '../../shared/wire/envelope.ts';
import { maxOwnerPercent } from './fairBudget.ts';
import { maxWaitShare } from './waitEstimate.ts';

const { account: readersOfAccount, gateway: readersOfGateway } = maxWaitingReaders;

/**
 * The meaning of each reason, for operators. Clients get 429 for a rate limit and 503 for the others, of which they can tell
 * only `paused` apart.
 */
export const rejectionReasonTexts: Readonly<Record<RejectionReason, string>> = {
  calls: '`MAX_CALLS` are in flight',
  bytes: 'the requests in flight have `MAX_BYTES`',
  answers: 'clients have not read `MAX_BYTES` of answers',
  account_share: `one account has ${maxOwnerPercent} % of what may be in flight`,
  wait: `the call would wait longer than ${100 * maxWaitShare} % of its deadline`,
  no_worker:
    'no worker has served the queue for `CALL_DEADLINE_MS`, or calls that wait for one have half of what may be in flight',
  paused: 'an operator has paused the queue',
  redis: 'Redis did not accept the call before its deadline',
  redis_full: 'Redis has too little free memory',
  nonces: 'Redis did not answer for the nonce of a signature v2',
  key: 'no secret key decrypts the secret of the app',
  app_lookup: 'the app could not be looked up',
  connections: 'the connection is beyond `MAX_CONNECTIONS`',
  bodies: 'no room for another large body, or one of an unknown app',
  waiting_readers: `too many requests wait for changes: ${readersOfAccount} of an account, or ${grouped(readersOfGateway)} of the gateway`,
  batches: 'no turn for the batch in time',
  simulated: 'the client of a sandbox asked for it',
  app_rate: 'the rate limit of the app',
  account_rate: 'the rate limit of the account',
};

/** The call was not accepted and will never have an effect. */
export class Unavailable implements Unanswered {
  readonly kind = 'unanswered';
  readonly code: 'unavailable' | 'paused';
  readonly reason: UnavailableReason;
  /** Seconds after which the client should try again. */
  readonly retryAfter: number;

  constructor(reason: UnavailableReason, retryAfter = 1) {
    this.code = reason === 'paused' ? 'paused' : 'unavailable';
    this.reason = reason;
    this.retryAfter = retryAfter;
  }
}
