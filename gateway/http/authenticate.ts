import { HmacKey, isSame, isSignedByAny } from '../../shared/contract/keys/hmac.ts';
import {
  type ClaimedSignature,
  maxClockDifferenceSeconds,
  readSignatureV2,
  type SignedRequest,
  signatureV2,
} from '../../shared/contract/keys/signatureV2.ts';
import type { ServiceClock } from '../../shared/runtime/redis/clock.ts';
import { App } from '../apps/app.ts';
import type { NonceOutcome } from '../apps/nonceBatch.ts';
import type { Nonces } from '../apps/nonces.ts';
import { Unavailable } from '../calls/unavailable.ts';
import type { Exchange } from './exchange.ts';
import { canRunBeforeNonceCheck, type PendingNonceCheck } from './pendingNonceCheck.ts';
import type { Received } from './readBody.ts';
import { type RejectionDependencies, rejectUnsigned, type Verdict } from './rejectUnsigned.ts';

/** Stands in for the keys of an unknown app, so that all rejections take equally long. */
const nobodysKeys = [new HmacKey('nobody knows this')];

interface NonceDependencies {
  readonly nonces: Nonces;
  readonly clock: ServiceClock;
}

export interface AuthenticateDependencies extends RejectionDependencies, NonceDependencies {}

export interface Signed {
  readonly app: App;
  /** Set for a read that runs while its nonce is taken. */
  readonly nonceCheck: PendingNonceCheck | undefined;
}

/**
 * Admits only requests that an app signed, over the exact bytes. A read may run while its nonce is taken; `confirmSignature` holds
 * its answer back.
 */
export async function authenticate(
  exchange: Exchange,
  { appId, app: lookup, digest, body }: Received,
  dependencies: AuthenticateDependencies,
): Promise<Signed | undefined> {
  const startedAt = performance.now();
  const found = lookup instanceof Promise ? await lookup : lookup;

  const isSigned = isSignedByAny(found instanceof App ? found.bodyKeys : nobodysKeys, body, digest);
  if (!(found instanceof App) || !isSigned) {
    const verdict = found instanceof App ? 'bad_signature' : found;
    const hadLookup = lookup instanceof Promise;
    return rejectUnsigned(exchange, { appId, verdict, startedAt, hadLookup }, dependencies);
  }

  const app = found;
  const { signature: policy } = app;
  const header = policy === 'v1' ? undefined : exchange.ctx.headers['x-svc-signature'];
  const withoutHeader = policy === 'v2-required' ? 'v2_required' : 'signed';
  const verdict =
    header === undefined ? withoutHeader : checkV2(String(header), { exchange, app, body }, dependencies);
  const isPending = verdict instanceof Promise && canRunBeforeNonceCheck(exchange, app);
  const nonceCheck = isPending ? { appId: app.appId, verdict, startedAt } : undefined;
  const decided = isPending ? 'signed' : await verdict;
  if (decided !== 'signed') {
    const hadLookup = lookup instanceof Promise || verdict instanceof Promise;
    return rejectUnsigned(exchange, { appId, verdict: decided, startedAt, hadLookup }, dependencies);
  }
  exchange.app = app;
  return { app, nonceCheck };
}

const verdicts: Readonly<Record<NonceOutcome, Verdict>> = {
  taken: 'signed',
  reused: 'nonce_reused',
  forgotten: 'stale',
  unavailable: new Unavailable('nonces'),
};

interface BodySigned {
  readonly exchange: Exchange;
  readonly app: App;
  readonly body: Buffer;
}

/** Checks `X-Svc-Signature`, which covers everything the service acts on. Returns a promise only if Redis must be asked. */
function checkV2(
  header: string,
  request: BodySigned,
  dependencies: NonceDependencies,
): Promise<Verdict> | Verdict {
  const { exchange, app } = request;
  const claimed = readSignatureV2(header);
  if (!claimed) return 'malformed';
  const key = app.signingKeys.get(claimed.keyId);
  if (!key) return 'unknown_key';
  const expected = signatureV2(signedRequest(request, claimed), key);
  return isSame(expected, claimed.signature)
    ? takeNonce(exchange, app, claimed, dependencies)
    : 'bad_signature';
}

/** Comes last: only apps that can sign may fill Redis with nonces. */
function takeNonce(
  { route }: Exchange,
  { appId }: App,
  { nonce, timestamp }: ClaimedSignature,
  { nonces, clock }: NonceDependencies,
): Promise<Verdict> | Verdict {
  const signedAt = Number(timestamp);
  if (isStale(signedAt, clock)) return 'stale';
  const kind = route.isRead ? 'reads' : 'writes';
  return nonces.take(appId, nonce, signedAt, kind).then((outcome) => verdicts[outcome]);
}

/** Redis's clock may be wrong after a step, and may have been wrong before it: so either time will do. */
function isStale(signedAt: number, clock: ServiceClock): boolean {
  const isFar = (ms: number) => Math.abs(ms / 1_000 - signedAt) > maxClockDifferenceSeconds;
  return isFar(clock.now()) && isFar(clock.redisNow());
}

/** Names each property: spreading objects costs more than the signature. */
function signedRequest(
  { exchange: { ctx, path, method }, app: { appId }, body }: BodySigned,
  { keyId, timestamp, nonce }: ClaimedSignature,
): SignedRequest {
  return {
    appId,
    keyId,
    timestamp,
    nonce,
    idempotencyKey: String(ctx.headers['idempotency-key'] ?? ''),
    path,
    method,
    body,
  };
}
