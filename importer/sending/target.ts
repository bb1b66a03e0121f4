import { type Counterfoil, counterfoil, UnavailableError } from '../../client/index.ts';
import { ImportError } from '../importError.ts';

/** Where to import to, and as whom. */
export interface Credentials {
  readonly url: string;
  readonly appId: string;
  readonly apiSecret: string;
}

/** A service that was asked and let the app in. */
export interface Target {
  readonly client: Counterfoil;
  /** Tells it from others in a journal. */
  readonly name: string;
}

/** Asks the service once, so that a wrong address or secret is told at once. Throws an ImportError that says what is wrong. */
export async function openTarget(credentials: Credentials): Promise<Target> {
  const { url, appId } = credentials;
  // The batches are tried again by their sender, which looks at how many there should be.
  const client = counterfoil({ ...credentials, repeats: 0, timeoutMs: 60_000 });
  try {
    const { status } = await client.send('article.exists', '{"article_ident":"art_of_nobody"}');
    if (status === 401)
      throw new ImportError(`${url} refuses the app ${appId}: unknown, revoked, or another secret`);
    return { client, name: `${appId} at ${url}` };
  } catch (error) {
    await client.close();
    if (!(error instanceof UnavailableError)) throw error;
    throw new ImportError(`no answer from ${url}: is the service running? (${error.message})`);
  }
}
