import { counterfoil } from '../../client/nodeClient.ts';
import { newOperation } from './nextRelease.ts';
import type { UpgradeApp } from './upgradeCluster.ts';

/** Calls the operation that only the next release has. Resolves to the code of the answer, which is empty after a success. */
export async function codeOfNewOperation(
  url: string,
  { app_id: appId, api_secret: apiSecret }: UpgradeApp,
): Promise<string> {
  const client = counterfoil({ url, appId, apiSecret, repeats: 0 });
  try {
    const ident = await client.article.create({ article_title: 'known' });
    const codeOf = ({ code }: { readonly code: string }) => code;
    return await client.send(newOperation, JSON.stringify(ident)).then(codeOf, codeOf);
  } finally {
    await client.close();
  }
}
