import { timingSafeEqual } from 'node:crypto';
import type { Context, Next } from 'koa';
import { hmac } from '../../shared/signature.ts';
import type { App, Apps } from '../apps.ts';
import { refuse } from './refusals.ts';
import type { RequestState } from './state.ts';

/** `<APP_ID>:` and the one base64 form of 32 bytes; two headers joined by a comma don't fit (spec section 5). */
const signature = /^([\w-]{1,64}):([A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=)$/;

/** What an unknown app's signature is checked against, so that all refusals take equally long. */
const nobody: App = { appId: '', account: 0, secrets: ['nobody knows this'], limits: [] };

/** Lets only requests through that an app signed, over the bytes as they came (spec section 5). */
export const authenticate =
  (apps: Apps) =>
  async (ctx: Context, next: Next): Promise<void> => {
    const { appId, digest } = claimedApp(ctx);
    const app = appId ? await apps.find(appId) : undefined;
    if (app === 'unavailable') return refuse(ctx, 'unavailable');

    const state: RequestState = ctx.state;
    const signed = isSignedBy(app ?? nobody, state.body as Buffer, Buffer.from(digest, 'base64'));
    if (!app || !signed) return refuse(ctx, 'authentication_failed');
    state.app = app;
    return next();
  };

/** Who says to have signed a request, and how; empty when the header has not its form. */
export function claimedApp(ctx: Context): { readonly appId: string; readonly digest: string } {
  const [, appId = '', digest = ''] = signature.exec(ctx.get('X-Svc-Hmac')) ?? [];
  return { appId, digest };
}

/** Any of the app's active secrets will do; each is tried whatever the others gave. */
function isSignedBy({ secrets }: App, body: Buffer, digest: Buffer): boolean {
  const matches = secrets.filter((secret) => {
    const expected = hmac(body, secret);
    return timingSafeEqual(
      expected,
      digest.length === expected.length ? digest : Buffer.alloc(expected.length),
    );
  });
  return matches.length > 0;
}
