import type { RateLimit, RateLimits, Usage } from '../apps/rateLimits.ts';
import type { Exchange } from './exchange.ts';

/**
 * Admits what the limits of the app and its account allow. It comes after the signature, so that nobody else can use them up,
 * and before everything else, so that wrong requests count too.
 */
export async function limitRate(
  exchange: Exchange,
  limits: readonly RateLimit[],
  { rateLimits }: { readonly rateLimits: RateLimits },
): Promise<true | undefined> {
  const usage = await rateLimits.count(limits);
  // Usage is unknown while Redis is away, which the queue reports to clients.
  if (!usage) return true;
  setHeaders(exchange, usage);
  if (usage.remaining >= 0) return true;
  return exchange.rejectOverRate(`${usage.of}_rate`);
}

/** Separate headers of draft-ietf-httpapi-ratelimit-headers-06. */
function setHeaders({ ctx }: Exchange, { requestsPerSecond, remaining, resetSeconds }: Usage): void {
  ctx.set('RateLimit-Limit', `${requestsPerSecond}`);
  ctx.set('RateLimit-Remaining', `${Math.max(remaining, 0)}`);
  ctx.set('RateLimit-Reset', `${resetSeconds}`);
  if (remaining < 0) ctx.set('Retry-After', `${resetSeconds}`);
}
