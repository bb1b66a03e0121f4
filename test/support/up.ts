import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { counterfoil } from '../../client/nodeClient.ts';
import type { Envelope } from '../../shared/wire/envelope.ts';
import { start } from './command.ts';
import { dataFolder } from './dataFolders.ts';
import { freePort, keepPorts } from './ports.ts';
import type { Running, RunOptions } from './running.ts';

export interface Up {
  readonly running: Running;
  readonly folder: string;
  readonly url: string;
}

interface UpOptions {
  readonly folder?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly starts?: (options: RunOptions) => Running | Promise<Running>;
}

/** Starts everything and resolves when it runs. */
export async function startUp(options: UpOptions = {}): Promise<Up> {
  const { folder = await dataFolder(), starts = (how) => start(['up'], how) } = options;
  if (!options.env?.DATABASE_URL) await keepPorts(folder);
  const port = await freePort();
  const running = await starts({ env: { COUNTERFOIL_DATA_DIR: folder, PORT: `${port}`, ...options.env } });
  await running.prints(/Ctrl-C stops everything/);
  return { running, folder, url: `http://127.0.0.1:${port}` };
}

export async function demoOf({ folder }: Pick<Up, 'folder'>): Promise<Readonly<Record<string, string>>> {
  return parseEnv(await readFile(path.join(folder, 'demo.env'), 'utf8')) as Record<string, string>;
}

/** Calls an operation as the demo account, at its own gateway or at another one. */
export async function callAsDemo(
  up: Pick<Up, 'folder' | 'url'>,
  method: string,
  request: object,
): Promise<Envelope> {
  const { COUNTERFOIL_APP_ID: appId = '', COUNTERFOIL_API_SECRET: apiSecret = '' } = await demoOf(up);
  const client = counterfoil({ url: up.url, appId, apiSecret });
  try {
    return (await client.send(method, JSON.stringify(request))).envelope;
  } finally {
    await client.close();
  }
}
