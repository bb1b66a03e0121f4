import { timingSafeEqual } from 'node:crypto';
import type { Context } from 'koa';
import { HmacKey } from '../../shared/keys/hmacKey.ts';
import type { App } from '../apps/apps.ts';
import { type RefusalParts, refuseUnsigned } from './refuseUnsigned.ts';
import type { SignatureV2, Verdict } from './signatureV2.ts';
import type { RequestState } from './state.ts';

/** `<APP_ID>:` and the one base64 form of 32 bytes; two headers joined by a comma don't fit. */
const signature = /^([\w-]{1,64}):([A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=)$/;

/** What an unknown app's signature is checked against, so that all refusals take equally long. */
const nobody: Pick<App, 'bodyKeys'> = { bodyKeys: [new HmacKey('nobody knows this')] };

interface Parts extends RefusalParts {
  readonly signatureV2: SignatureV2;
}

/**
 * Lets only requests through that an app signed, over the bytes as they came. A read may go on while its nonce is taken;
 * `confirmSignature` holds its answer back.
 */
export const authenticate = (parts: Parts) => {
  const { apps, signatureV2 } = parts;
  return async (ctx: Context): Promise<void> => {
    const startedAt = performance.now();
    const state = ctx.state as RequestState & Required<Pick<RequestState, 'signer' | 'body'>>;
    const { appId, digest } = state.signer;
    const found = appId ? apps.find(appId) : undefined;
    const app = found instanceof Promise ? await found : found;

    const checked = app === undefined || app === 'unavailable' ? nobody : app;
    const isSigned = isSignedBy(checked, state.body, digest);
    const verdict = isApp(app) && isSigned ? signatureV2.check(ctx, app) : faultOf(appId, app);
    const isOpen = verdict instanceof Promise && mayGoOn(state, app);
    const known = isOpen ? 'signed' : await verdict;
    if (known !== 'signed' || !isApp(app))
      return refuseUnsigned(
        ctx,
        {
          appId,
          verdict: known,
          startedAt,
          hadLookup: found instanceof Promise || verdict instanceof Promise,
        },
        parts,
      );
    if (isOpen) state.openSignature = { verdict, startedAt };
    state.app = app;
  };
};

/** A read has no effect. But it counts against a limit, and a request that somebody sends again must not use that up. */
function mayGoOn({ operation }: RequestState, app: App | undefined | 'unavailable'): boolean {
  return operation?.contract.kind === 'reads' && isApp(app) && app.limits.length === 0;
}

/** What `X-Svc-Hmac` claims: app and HMAC; both are empty when the header is malformed. */
export interface ClaimedSigner {
  readonly appId: string;
  readonly digest: string;
}

export function claimedSigner(ctx: Context): ClaimedSigner {
  const [, appId = '', digest = ''] = signature.exec(ctx.get('X-Svc-Hmac')) ?? [];
  return { appId, digest };
}

/** Any of the app's active secrets will do; a wrong signature is tried twice, however many secrets there are. */
function isSignedBy({ bodyKeys }: Pick<App, 'bodyKeys'>, body: Buffer, digest: string): boolean {
  const matches = bodyKeys.filter((key) => isSame(key.sign(body), digest));
  if (matches.length === 0 && bodyKeys.length === 1) bodyKeys[0]?.sign(body);
  return matches.length > 0;
}

/** Compares in a time that says nothing of the difference. A malformed header claims the digest ''. */
function isSame(expected: string, claimed: string): boolean {
  return timingSafeEqual(Buffer.from(expected), Buffer.from(claimed.padEnd(expected.length)));
}

function isApp(app: App | undefined | 'unavailable'): app is App {
  return app !== undefined && app !== 'unavailable';
}

/** Why the signature that every request needs was not accepted. */
function faultOf(appId: string, app: App | undefined | 'unavailable'): Verdict {
  if (appId === '') return 'malformed';
  if (app === 'unavailable') return 'unavailable';
  return app ? 'bad_signature' : 'unknown_app';
}
