import type { Middleware } from 'koa';

/** Allows only the page's own files and this service, no script or style in the HTML, and no frame of another site. */
const strictPolicy = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'connect-src': "'self'",
  'img-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
};

/** Headers of pages for browsers. `exceptions` are directives of the Content-Security-Policy in place of the strict ones. */
export function pageHeaders(exceptions: Readonly<Record<string, string>>) {
  const policy = Object.entries({ ...strictPolicy, ...exceptions });
  return {
    'Content-Security-Policy': policy.map((directive) => directive.join(' ')).join('; '),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  };
}

/** Sets the headers of a page that no browser may store. Refusals get them, too. */
export function setPageHeaders(exceptions: Readonly<Record<string, string>>): Middleware {
  const headers = { ...pageHeaders(exceptions), 'Cache-Control': 'no-store' };
  return async (context, next) => {
    context.set(headers);
    await next();
  };
}
