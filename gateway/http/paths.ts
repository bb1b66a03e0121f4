/** The one address of all operations. */
export const operationPath = '/api/v1';

/** Where load balancers ask. */
export const probePaths: readonly string[] = ['/healthz', '/readyz'];
