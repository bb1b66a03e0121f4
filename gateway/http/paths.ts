/** The one address of all operations. */
export const operationPath = '/api/v1';

/** Where load balancers and monitoring systems ask. Metrics are on another port; who asks here gets 404. */
export const probePaths: readonly string[] = ['/healthz', '/readyz', '/metrics'];

/** Those that a gateway answers. */
export const healthPaths: readonly string[] = ['/healthz', '/readyz'];
