export const operationPath = '/api/v1';

/** Address of a single operation, which names it. Paths of another form are unknown, whatever follows. */
const namedPath = /^\/api\/v1\/([A-Za-z]{1,31}\.[A-Za-z]{1,31})$/;

export function pathOf(operation: string): string {
  return `${operationPath}/${operation}`;
}

/** Scheme and host of a target in absolute form, which servers must accept (RFC 9112, section 3.2.2). */
const origin = /^https?:\/\/[^/?#\\]*/i;

/** Path of a request target, byte for byte. Koa's `ctx.path` takes `\` for `/` and drops everything after `#`. */
export function sentPath(target: string): string {
  const [path = ''] = target.replace(origin, '').split('?', 1);
  return path;
}

/** Operation that a path names: empty if a header must name it, undefined if operations are not called at this path. */
export function operationIn(path: string): string | undefined {
  if (path === operationPath) return '';
  return namedPath.exec(path)?.[1];
}

/** Paths of load balancers and monitoring systems. Metrics are on another port, so `/metrics` gets 404 here. */
export const probePaths: readonly string[] = ['/healthz', '/readyz', '/metrics'];

export const healthPaths: readonly string[] = ['/healthz', '/readyz'];
