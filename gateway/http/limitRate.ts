import type { Context, Next } from 'koa';
import type { RateLimits, Usage } from '../rateLimits.ts';
import { refuse } from './refusals.ts';
import type { RequestState } from './state.ts';

/**
 * Lets through what the limits of the app and its account allow. It stands behind the signature, so that nobody else can
 * use them up, and before everything else, so that wrong requests count too.
 */
export const limitRate =
  (rateLimits: RateLimits) =>
  async (ctx: Context, next: Next): Promise<void> => {
    const { limits } = (ctx.state as Required<RequestState>).app;
    if (limits.length === 0) return next();
    const usage = await rateLimits.count(limits);
    if (!usage) return next(); // the queue tells clients that Redis is away
    setHeaders(ctx, usage);
    return usage.remaining < 0 ? refuse(ctx, 'rate_limited') : next();
  };

/** The separate headers of draft-ietf-httpapi-ratelimit-headers-06. */
function setHeaders(ctx: Context, { requestsPerSecond, remaining, resetSeconds }: Usage): void {
  ctx.set('RateLimit-Limit', `${requestsPerSecond}`);
  ctx.set('RateLimit-Remaining', `${Math.max(remaining, 0)}`);
  ctx.set('RateLimit-Reset', `${resetSeconds}`);
  if (remaining < 0) ctx.set('Retry-After', `${resetSeconds}`);
}
