/** Requests drawn by chance: `npm run test:all -- openapi` tries 200,000. */
export const openApiRequests = Number(process.env.OPENAPI_REQUESTS ?? 2_000);

/** `OPENAPI_SEED` draws the requests of a run that failed. */
export const openApiSeed = Number(process.env.OPENAPI_SEED ?? Date.now() % 2 ** 31);
