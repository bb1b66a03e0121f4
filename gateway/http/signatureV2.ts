import { isSame } from '../../shared/contract/keys/hmac.ts';
import {
  type ClaimedSignature,
  maxClockDifferenceSeconds,
  readSignatureV2,
  type SignedRequest,
  signatureV2,
} from '../../shared/contract/keys/signatureV2.ts';
import type { SignatureRejection } from '../../shared/runtime/process/events.ts';
import type { ServiceClock } from '../../shared/runtime/redis/clock.ts';
import type { App } from '../apps/app.ts';
import type { NonceOutcome } from '../apps/nonceBatch.ts';
import type { Nonces } from '../apps/nonces.ts';
import { Unavailable } from '../calls/unavailable.ts';
import type { Exchange } from './exchange.ts';

export type Verdict = 'signed' | Unavailable | SignatureRejection;

const verdicts: Readonly<Record<NonceOutcome, Verdict>> = {
  taken: 'signed',
  reused: 'nonce_reused',
  forgotten: 'stale',
  unavailable: new Unavailable('nonces'),
};

/** Checks `X-Svc-Signature`, which covers everything the service acts on, and accepts each signature once. */
export class SignatureV2 {
  readonly #nonces: Nonces;
  readonly #clock: ServiceClock;

  constructor(nonces: Nonces, clock: ServiceClock) {
    this.#nonces = nonces;
    this.#clock = clock;
  }

  /** Checks the requirements of the app's policy. Returns a promise only if Redis must be asked. */
  check(exchange: Exchange, app: App, body: Buffer): Promise<Verdict> | Verdict {
    if (app.signature === 'v1') return 'signed';
    const header = exchange.ctx.headers['x-svc-signature'];
    if (header === undefined) return app.signature === 'v2-required' ? 'v2_required' : 'signed';
    const claimed = readSignatureV2(String(header));
    return claimed ? this.#checkClaimed(claimed, exchange, app, body) : 'malformed';
  }

  /** The nonce comes last: only apps that can sign may fill Redis with nonces. */
  #checkClaimed(
    claimed: ClaimedSignature,
    exchange: Exchange,
    app: App,
    body: Buffer,
  ): Promise<Verdict> | Verdict {
    const key = app.signingKeys.get(claimed.keyId);
    if (!key) return 'unknown_key';
    const expected = signatureV2(signedRequest(exchange, app, claimed, body), key);
    if (!isSame(expected, claimed.signature)) return 'bad_signature';
    const signedAt = Number(claimed.timestamp);
    if (this.#isStale(signedAt)) return 'stale';
    const kind = exchange.route.isRead ? 'reads' : 'writes';
    return this.#nonces.take(app.appId, claimed.nonce, signedAt, kind).then((outcome) => verdicts[outcome]);
  }

  /** Redis's clock may be wrong after a step, and may have been wrong before it: so either time will do. */
  #isStale(signedAt: number): boolean {
    const isFar = (ms: number) => Math.abs(ms / 1_000 - signedAt) > maxClockDifferenceSeconds;
    return isFar(this.#clock.now()) && isFar(this.#clock.redisNow());
  }
}

/** Each property by its name: spreading objects costs more than the signature. */
function signedRequest(
  { ctx, method }: Exchange,
  { appId }: App,
  { keyId, timestamp, nonce }: ClaimedSignature,
  body: Buffer,
): SignedRequest {
  return {
    appId,
    keyId,
    timestamp,
    nonce,
    idempotencyKey: String(ctx.headers['idempotency-key'] ?? ''),
    path: ctx.path,
    method,
    body,
  };
}
