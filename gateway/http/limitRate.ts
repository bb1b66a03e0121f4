import type { Context } from 'koa';
import type { RateLimits, Usage } from '../apps/rateLimits.ts';
import { refuse } from './refusals.ts';
import type { RequestState } from './state.ts';

/**
 * Lets through what the limits of the app and its account allow. It stands behind the signature, so that nobody else can
 * use them up, and before everything else, so that wrong requests count too.
 */
export const limitRate =
  (rateLimits: RateLimits) =>
  (ctx: Context): Promise<void> | void => {
    const { limits } = (ctx.state as Required<RequestState>).app;
    if (limits.length > 0) return rateLimits.count(limits).then((usage) => applyLimit(ctx, usage));
  };

/** The usage is unknown while Redis is away, of which the queue tells clients. */
function applyLimit(ctx: Context, usage: Usage | undefined): void {
  if (!usage) return;
  setHeaders(ctx, usage);
  if (usage.remaining < 0) refuse(ctx, 'rate_limited');
}

/** The separate headers of draft-ietf-httpapi-ratelimit-headers-06. */
function setHeaders(ctx: Context, { requestsPerSecond, remaining, resetSeconds }: Usage): void {
  ctx.set('RateLimit-Limit', `${requestsPerSecond}`);
  ctx.set('RateLimit-Remaining', `${Math.max(remaining, 0)}`);
  ctx.set('RateLimit-Reset', `${resetSeconds}`);
  if (remaining < 0) ctx.set('Retry-After', `${resetSeconds}`);
}
