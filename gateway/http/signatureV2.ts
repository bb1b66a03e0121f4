import { timingSafeEqual } from 'node:crypto';
import type { Context } from 'koa';
import {
  type ClaimedSignature,
  maxClockDifferenceSeconds,
  readSignatureV2,
  type SignedRequest,
  signatureV2,
} from '../../shared/keys/signatureV2.ts';
import type { SignatureFault } from '../../shared/process/log.ts';
import type { Clock } from '../../shared/redis/clock.ts';
import type { App } from '../apps/apps.ts';
import type { NonceOutcome } from '../apps/nonceBatch.ts';
import type { Nonces } from '../apps/nonces.ts';
import type { RequestState } from './state.ts';

/** What came of a check; `unavailable` when nobody can tell now. */
export type Verdict = 'signed' | 'unavailable' | SignatureFault;

const verdicts: Readonly<Record<NonceOutcome, Verdict>> = {
  taken: 'signed',
  reused: 'nonce_reused',
  unavailable: 'unavailable',
};

/** Checks `X-Svc-Signature`, which covers all that the service acts on, and lets each signature pass once. */
export class SignatureV2 {
  readonly #nonces: Nonces;
  readonly #clock: Clock;

  constructor(nonces: Nonces, clock: Clock) {
    this.#nonces = nonces;
    this.#clock = clock;
  }

  /** Whether a request of the app has what the app's policy asks for; a promise when Redis is asked for it. */
  check(ctx: Context, app: App): Promise<Verdict> | Verdict {
    if (app.signature === 'v1') return 'signed';
    const header = ctx.headers['x-svc-signature'];
    if (header === undefined) return app.signature === 'v2-required' ? 'v2_required' : 'signed';
    return this.#checkHeader(ctx, app, String(header));
  }

  /** The nonce comes last: only who can sign may fill Redis with nonces. */
  #checkHeader(ctx: Context, app: App, header: string): Promise<Verdict> | Verdict {
    const claimed = readSignatureV2(header);
    if (!claimed) return 'malformed';
    const key = app.signingKeys().get(claimed.keyId);
    if (!key) return 'unknown_key';
    const expected = signatureV2(signedRequest(ctx, app, claimed), key);
    if (!isSame(expected, claimed.signature)) return 'bad_signature';
    if (this.#isStale(Number(claimed.timestamp))) return 'stale';
    const kind = (ctx.state as RequestState).operation?.contract.kind ?? 'writes';
    return this.#nonces.take(app.appId, claimed.nonce, kind).then((outcome) => verdicts[outcome]);
  }

  #isStale(timestamp: number): boolean {
    return Math.abs(this.#clock.now() / 1_000 - timestamp) > maxClockDifferenceSeconds;
  }
}

/** Each property by its name: spreading objects costs more than the signature. */
function signedRequest(
  ctx: Context,
  { appId }: App,
  { keyId, timestamp, nonce }: ClaimedSignature,
): SignedRequest {
  return {
    appId,
    keyId,
    timestamp,
    nonce,
    idempotencyKey: headerOf(ctx, 'idempotency-key'),
    path: ctx.path,
    method: headerOf(ctx, 'x-svc-method'),
    body: (ctx.state as RequestState).body as Buffer,
  };
}

function headerOf({ headers }: Context, name: string): string {
  return String(headers[name] ?? '');
}

/** Both are the base64 of 32 bytes. */
function isSame(expected: string, claimed: string): boolean {
  return timingSafeEqual(Buffer.from(expected), Buffer.from(claimed));
}
