import type { Middleware } from 'koa';
import { isSame } from '../../contract/keys/hmac.ts';

/** Hosts by which a browser reaches the loopback address, also through an SSH tunnel. */
const localHosts = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Rejects requests for another host. Otherwise, a site whose name was changed to the loopback address (DNS rebinding) could
 * read the page.
 */
export const requireLocalHost: Middleware = async (context, next) => {
  const [, name = ''] = /^(.*?)(?::\d+)?$/.exec(context.get('Host')) ?? [];
  if (localHosts.includes(name.toLowerCase())) {
    await next();
  } else {
    context.status = 421;
    context.body = `This page is for this machine only: open it at ${localHosts[0]} or localhost.\n`;
  }
};

/**
 * Requires the token as the first part of the path, and removes it from the path. A cookie would be sent to every port of the
 * loopback address, also to servers of other users of the machine; a path is sent only here.
 */
export function requireToken(token: () => string | undefined): Middleware {
  return async (context, next) => {
    const [, given = '', ...rest] = context.path.split('/');
    const expected = token();
    if (expected === undefined || !isSame(given, expected)) {
      context.status = 404;
      context.body = 'Not found: open the complete address that was printed, with its token.\n';
      return;
    }
    if (rest.length === 0) {
      context.redirect(`/${given}/`);
      return;
    }
    context.path = `/${rest.join('/')}`;
    context.state.pagePath = `/${given}`;
    await next();
  };
}
