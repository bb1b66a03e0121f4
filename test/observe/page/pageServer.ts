import { request } from 'node:http';
import { startStatusPage } from '../../../observe/page/statusPage.ts';
import { newPageToken } from '../../../shared/runtime/page/pageAddress.ts';
import { ignoreEvents } from '../../../shared/runtime/process/log.ts';
import { connectToSend } from '../../../shared/runtime/redis/redis.ts';

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

interface Request {
  readonly method?: string;
  readonly host?: string;
}

export interface PageServer {
  readonly port: number;
  /** Ends with a slash. */
  readonly url: string;
  readonly token: string;
  /** Requests a path of the server; no redirect is followed. */
  readonly get: (path: string, options?: Request) => Promise<Answer>;
  /** State that the page polls. */
  readonly state: () => Promise<PageState>;
  readonly stop: () => Promise<void>;
}

/** The parts of the answer that tests look at. */
interface PageState {
  readonly problem: string;
  readonly report?: {
    readonly diagnosis: { readonly text: string; readonly help: string };
    readonly tables: Readonly<
      Record<'processes' | 'queues', { readonly rows: readonly { readonly cells: readonly string[] }[] }>
    >;
  };
  readonly plots: {
    readonly agesS: readonly number[];
    readonly each: readonly {
      readonly id: string;
      readonly summary: string;
      readonly lines: readonly { readonly name: string; readonly values: readonly (number | null)[] }[];
    }[];
  };
}

/** A status page in this process, for the cluster on this Redis. */
export async function startPageServer(redisUrl: string): Promise<PageServer> {
  const redis = connectToSend(redisUrl, ignoreEvents);
  const token = newPageToken();
  const page = await startStatusPage({ redis, port: 0, token: () => token });
  const get = (path: string, options: Request = {}) => requestOf(page.port, path, options);
  return {
    port: page.port,
    url: `http://127.0.0.1:${page.port}/${token}/`,
    token,
    get,
    state: async () => JSON.parse((await get(`/${token}/state.json`)).body) as PageState,
    stop: async () => {
      await page.stop();
      redis.disconnect();
    },
  };
}

function requestOf(port: number, path: string, { method = 'GET', host }: Request): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = host === undefined ? {} : { Host: host };
    const sent = request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        body += chunk;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode as number, headers: response.headers, body }),
      );
    });
    sent.on('error', reject).end();
  });
}
