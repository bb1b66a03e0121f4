import type { Middleware } from 'koa';

/** Allows only the page's own files, no script or style in the HTML, and no frame of another site. */
const strict = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'connect-src': "'self'",
  'img-src': "'self' data:",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
};

/** Refusals get these headers, too. */
export const setHeaders: Middleware = async (context, next) => {
  context.set({
    'Content-Security-Policy': policyText(strict),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
    'Cache-Control': 'no-store',
  });
  await next();
};

function policyText(policy: Readonly<Record<string, string>>): string {
  return Object.entries(policy)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
}

/** Policy for bull-board only: its HTML has a `<base>` with our own address, and its scripts set the style of its menu. */
export const boardPolicy = policyText({
  ...strict,
  'base-uri': "'self'",
  'style-src': "'self' 'unsafe-inline'",
});
