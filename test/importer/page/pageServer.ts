import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parsePageOptions } from '../../../cli/commands/importPage.ts';
import { RunHistory } from '../../../importer/journal/runs.ts';
import { startImportPage } from '../../../importer/page/importPage.ts';
import { openTarget } from '../../../importer/service/target.ts';
import { newPageToken } from '../../../shared/runtime/page/pageAddress.ts';
import { OperatorError } from '../../../shared/runtime/process/explain.ts';

interface Service {
  readonly url: string;
  readonly appId: string;
  readonly apiSecret: string;
}

export interface ImportPageServer {
  readonly port: number;
  readonly token: string;
  /** Ends with a slash. */
  readonly url: string;
  readonly dataFolder: string;
  stop(): Promise<void>;
}

/** An import page in this process, for an app of a service, or for none. */
export async function startImportPageServer(service?: Service, maxBytes?: number): Promise<ImportPageServer> {
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'counterfoil-page-'));
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
  });
  return {
    port: page.port,
    token,
    url: `http://127.0.0.1:${page.port}/${token}/`,
    dataFolder,
    stop: async () => {
      await page.stop();
      await rm(dataFolder, { recursive: true });
    },
  };
}
