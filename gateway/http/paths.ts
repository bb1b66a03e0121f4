/** The address of all operations; a header names the operation. */
export const operationPath = '/api/v1';

/** Each operation also has an address of its own, which names it. Paths of another form are unknown, whatever follows. */
const namedPath = /^\/api\/v1\/([A-Za-z]{1,31}\.[A-Za-z]{1,31})$/;

/** The address of an operation of its own. */
export function pathOf(operation: string): string {
  return `${operationPath}/${operation}`;
}

/** The scheme and host of a target in absolute form, which servers have to accept (RFC 9112, section 3.2.2). */
const origin = /^https?:\/\/[^/?#\\]*/i;

/** The path of a request target, byte for byte. Koa's `ctx.path` takes `\` for `/` and drops what comes after `#`. */
export function sentPath(target: string): string {
  const [path = ''] = target.replace(origin, '').split('?', 1);
  return path;
}

/** What a path names as the operation: empty if a header has to, `undefined` if operations are not called at this path. */
export function operationIn(path: string): string | undefined {
  if (path === operationPath) return '';
  return namedPath.exec(path)?.[1];
}

/** Where load balancers and monitoring systems ask. Metrics are on another port; who asks here gets 404. */
export const probePaths: readonly string[] = ['/healthz', '/readyz', '/metrics'];

/** Those that a gateway answers. */
export const healthPaths: readonly string[] = ['/healthz', '/readyz'];
