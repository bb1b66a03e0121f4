/** The address of all operations; a header names the operation. */
export const operationPath = '/api/v1';

/** Each operation also has an address of its own, which names it. Paths of another form are unknown, whatever follows. */
const namedPath = /^\/api\/v1\/([A-Za-z]{1,31}\.[A-Za-z]{1,31})$/;

/** The address of an operation of its own. */
export function pathOf(operation: string): string {
  return `${operationPath}/${operation}`;
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
