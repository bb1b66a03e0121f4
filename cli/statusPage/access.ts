import { timingSafeEqual } from 'node:crypto';
import type { Middleware } from 'koa';

/** Hosts by which a browser reaches the loopback address, also through a tunnel of SSH. */
const localHosts = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Rejects requests for another host: a site of which the name was changed to the loopback address (DNS rebinding) could read the
 * page otherwise.
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

/** The page shows and changes nothing: requests that could change something are rejected before anything is looked at. */
export const requireReading: Middleware = async (context, next) => {
  if (context.method === 'GET' || context.method === 'HEAD') {
    await next();
  } else {
    context.status = 405;
    context.set('Allow', 'GET, HEAD');
    context.body = 'This page is read only.\n';
  }
};

/**
 * The first part of the path must be the token; the rest of the path is given on. A cookie would be sent to every port of the
 * loopback address, also to the servers of other users of the machine; a path is sent only here.
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

/** The time of the comparison does not depend on the characters that are right. */
function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
