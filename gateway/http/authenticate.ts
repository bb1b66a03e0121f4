import { HmacKey, isSame } from '../../shared/contract/keys/hmac.ts';
import type { App } from '../apps/app.ts';
import { type Apps, type Found, isApp } from '../apps/apps.ts';
import type { Exchange } from './exchange.ts';
import type { Head } from './readHead.ts';
import { type RefusalParts, refuseUnsigned } from './refuseUnsigned.ts';
import type { SignatureV2, Verdict } from './signatureV2.ts';

/** Stands in for an unknown app, so that all refusals take equally long. */
const nobody: Pick<App, 'bodyKeys'> = { bodyKeys: [new HmacKey('nobody knows this')] };

interface Parts extends RefusalParts {
  readonly apps: Apps;
  readonly signatureV2: SignatureV2;
}

export interface Signed {
  readonly app: App;
  /** Set for a read, which runs while its nonce is taken. */
  readonly openSignature: OpenSignature | undefined;
}

export interface OpenSignature {
  readonly appId: string;
  readonly verdict: Promise<Verdict>;
  /** Start of the check, in milliseconds of the monotonic clock. */
  readonly startedAt: number;
}

/**
 * Admits only requests that an app signed, over the exact bytes. The app is looked up after the body has arrived: it may have
 * been revoked meanwhile. A read may run while its nonce is taken; `confirmSignature` holds its answer back.
 */
export async function authenticate(
  exchange: Exchange,
  { appId, digest }: Head,
  body: Buffer,
  parts: Parts,
): Promise<Signed | undefined> {
  const startedAt = performance.now();
  const found = appId === undefined ? undefined : parts.apps.find(appId);
  const app = found instanceof Promise ? await found : found;

  const isSigned = isSignedBy(isApp(app) ? app : nobody, body, digest);
  const verdict = isApp(app) && isSigned ? parts.signatureV2.check(exchange, app, body) : faultOf(app);
  const isOpen = verdict instanceof Promise && mayGoOn(exchange, app);
  const known = isOpen ? 'signed' : await verdict;
  if (known !== 'signed' || !isApp(app)) {
    const hadLookup = found instanceof Promise || verdict instanceof Promise;
    return refuseUnsigned(exchange, { appId, verdict: known, startedAt, hadLookup }, parts);
  }
  exchange.app = app;
  return { app, openSignature: isOpen ? { appId: app.appId, verdict, startedAt } : undefined };
}

/** A read has no effect, but counts against a rate limit, which a replayed request must not use up. */
function mayGoOn({ route }: Exchange, app: Found | undefined): boolean {
  return route.isRead && isApp(app) && app.limits.length === 0;
}

/** Any of the app's active secrets may have signed. A wrong signature is tried twice, however many secrets there are. */
function isSignedBy({ bodyKeys }: Pick<App, 'bodyKeys'>, body: Buffer, digest: string): boolean {
  const matches = bodyKeys.filter((key) => isSame(key.sign(body), digest));
  if (matches.length === 0 && bodyKeys.length === 1) bodyKeys[0]?.sign(body);
  return matches.length > 0;
}

function faultOf(app: Found | undefined): Verdict {
  if (app === undefined) return 'malformed';
  return isApp(app) ? 'bad_signature' : app;
}
