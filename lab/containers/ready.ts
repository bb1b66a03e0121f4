import { request } from 'undici';

/** Resolves to true if a gateway says that it can have calls answered. */
export async function isReady(url: string): Promise<boolean> {
  return request(`${url}/readyz`).then(
    async ({ statusCode, body }) => {
      await body.dump();
      return statusCode === 200;
    },
    () => false,
  );
}
