import { HmacKey, isSignedByAny } from '../../shared/contract/keys/hmac.ts';
import { App } from '../apps/app.ts';
import type { Apps } from '../apps/apps.ts';
import type { Exchange } from './exchange.ts';
import { canRunBeforeNonceCheck, type PendingNonceCheck } from './pendingNonceCheck.ts';
import type { Received } from './readBody.ts';
import { type RejectionDependencies, rejectUnsigned } from './rejectUnsigned.ts';
import type { SignatureV2 } from './signatureV2.ts';

/** Stands in for the keys of an unknown app, so that all rejections take equally long. */
const nobodysKeys = [new HmacKey('nobody knows this')];

interface AuthenticateDependencies extends RejectionDependencies {
  readonly apps: Apps;
  readonly signatureV2: SignatureV2;
}

export interface Signed {
  readonly app: App;
  /** Set for a read that runs while its nonce is taken. */
  readonly nonceCheck: PendingNonceCheck | undefined;
}

/**
 * Admits only requests that an app signed, over the exact bytes. What the headers said of the app may have changed while the body
 * arrived, so it is found again: it may have been revoked. A read may run while its nonce is taken; `confirmSignature` holds its
 * answer back.
 */
export async function authenticate(
  exchange: Exchange,
  { appId, digest, body }: Received,
  dependencies: AuthenticateDependencies,
): Promise<Signed | undefined> {
  const { apps, signatureV2 } = dependencies;
  const startedAt = performance.now();
  const lookup = appId === undefined ? undefined : apps.find(appId);
  const found = (lookup instanceof Promise ? await lookup : lookup) ?? 'malformed';

  const isSigned = isSignedByAny(found instanceof App ? found.bodyKeys : nobodysKeys, body, digest);
  if (!(found instanceof App) || !isSigned) {
    const verdict = found instanceof App ? 'bad_signature' : found;
    const hadLookup = lookup instanceof Promise;
    return rejectUnsigned(exchange, { appId, verdict, startedAt, hadLookup }, dependencies);
  }

  const app = found;
  const verdict = signatureV2.check(exchange, app, body);
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
