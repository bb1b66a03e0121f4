import { counterfoil } from '../../client/node.ts';
import type { UpgradeApp } from './upgradeCluster.ts';

/** Sends changes of an article that have another version than it has. Resolves to their codes, and to the title that it keeps. */
export async function brokenConditions(url: string, { app_id: appId, api_secret: apiSecret }: UpgradeApp) {
  const client = counterfoil({ url, appId, apiSecret, repeats: 0 });
  try {
    const ident = await client.article.create({ article_title: 'unchanged' });
    const sent = { ...ident, if_version: 'outdated', article_title: 'changed' };
    const codes: string[] = [];
    for (const method of ['article.update', 'article.delete'])
      codes.push((await client.send(method, JSON.stringify(sent))).code);
    const { article_title: title } = await client.article.read(ident);
    return { codes, title };
  } finally {
    await client.close();
  }
}
