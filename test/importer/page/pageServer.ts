import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parsePageOptions } from '../../../cli/commands/importPage.ts';
import { RunHistory } from '../../../importer/journal/runs.ts';
import { startImportPage } from '../../../importer/page/importPage.ts';
import { openTarget } from '../../../importer/service/target.ts';
import { newPageToken } from '../../../shared/runtime/page/pageAddress.ts';
import { OperatorError } from '../../../shared/runtime/process/explain.ts';

interface ServerOptions {
  readonly service?: { readonly url: string; readonly appId: string; readonly apiSecret: string };
  readonly maxBytes?: number;
  readonly removeMs?: number;
  /** Data folder; a new one by default. */
  readonly dataFolder?: string;
}

/** The parts of the answer that tests look at. */
interface PageState {
  readonly file?: { readonly name: string; readonly bytes: number };
  readonly task?: { readonly kind: string; readonly rows?: number };
  readonly isReady: boolean;
  readonly problem?: { readonly faults: readonly { readonly text: string }[] };
  readonly plan?: object;
  readonly end?: { readonly summary: { readonly isFinished: boolean } };
}

export interface ImportPageServer {
  readonly port: number;
  readonly token: string;
  /** Ends with a slash. */
  readonly url: string;
  readonly dataFolder: string;
  readonly state: () => Promise<PageState>;
  readonly get: (path: string) => Promise<unknown>;
  /** Sends a text as it is, and another value as JSON, as the page itself does. */
  readonly post: (path: string, body?: unknown) => Promise<void>;
  stop(options?: { readonly keepsFiles: boolean }): Promise<void>;
}

/** An import page in this process, for an app of a service, or for none. */
export async function startImportPageServer(options: ServerOptions = {}): Promise<ImportPageServer> {
  const { service, maxBytes, removeMs } = options;
  const dataFolder = options.dataFolder ?? (await mkdtemp(path.join(tmpdir(), 'counterfoil-page-')));
  const token = newPageToken();
  const page = await startImportPage({
    port: 0,
    token: () => token,
    dataFolder,
    history: new RunHistory(dataFolder),
    parse: parsePageOptions,
    openTarget: async () => {
      if (!service) throw new OperatorError('there is no service in this test');
      return openTarget(service);
    },
    ...(maxBytes !== undefined && { maxBytes }),
    ...(removeMs !== undefined && { removeMs }),
  });
  const url = `http://127.0.0.1:${page.port}/${token}/`;
  const get = async (file: string) => (await fetch(new URL(file, url))).json();
  return {
    port: page.port,
    token,
    url,
    dataFolder,
    get,
    state: () => get('api/state') as Promise<PageState>,
    post: async (file, body = {}) => {
      const headers = { Origin: new URL(url).origin, 'X-Counterfoil-Page': token };
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const { status } = await fetch(new URL(file, url), { method: 'POST', headers, body: text });
      if (status !== 200) throw new Error(`${file} is answered with ${status}`);
    },
    stop: async ({ keepsFiles } = { keepsFiles: false }) => {
      await page.stop();
      if (!keepsFiles) await rm(dataFolder, { recursive: true });
    },
  };
}
