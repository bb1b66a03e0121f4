import { type Counterfoil, counterfoil } from '../../client/nodeClient.ts';
import { newId } from '../../shared/contract/values/idents.ts';
import type { Envelope } from '../../shared/wire/envelope.ts';
import type { TestAccount } from './account.ts';
import { rest } from './rest.ts';

/** A client of the account at a gateway of its own choice, that repeats nothing. */
export function clientAt(
  { port }: { readonly port: number },
  { appId, apiSecret }: TestAccount,
): Counterfoil {
  return counterfoil({ url: `http://127.0.0.1:${port}`, appId, apiSecret, repeats: 0 });
}

/** An article's whole life: each of these calls is refused when it runs a second time. */
export async function liveOnce(client: Counterfoil): Promise<readonly Envelope[]> {
  const send = async (method: string, body: object) =>
    (await client.send(method, JSON.stringify(body))).envelope;
  const created = await send('article.create', { article_title: 'Tea', external_ident: newId() });
  const ident = created.data as object;
  const changed = await send('article.update', { ...ident, validate: 'article_nr', article_nr: newId() });
  return [created, changed, await send('article.delete', ident)];
}

/** Goes on with lives, several at once, until the test says that it is enough; resolves to all answers. */
export async function load(
  clients: readonly Counterfoil[],
  isEnough: () => boolean,
): Promise<readonly Envelope[]> {
  const livesAtOnce = 8;
  const answers: Envelope[] = [];
  const live = async (client: Counterfoil) => {
    while (!isEnough()) {
      answers.push(...(await liveOnce(client)));
      await rest();
    }
  };
  await Promise.all(clients.flatMap((client) => Array.from({ length: livesAtOnce }, () => live(client))));
  return answers;
}
