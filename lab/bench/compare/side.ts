import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Resource } from '../../../shared/contract/operations/operation.ts';
import type { Lifecycle } from '../../../shared/runtime/process/lifecycle.ts';
import type { Part } from '../../../test/support/processResources.ts';
import type { LoadApp } from '../data/apps.ts';
import { fill } from '../data/fill.ts';
import { counterfoil } from '../systems/counterfoil.ts';
import { type Servers, startServers } from '../systems/servers.ts';

/** One of the two programs that are compared, on servers of its own. */
export interface PreparedSide {
  readonly name: 'base' | 'this';
  /** Compiled checkout. */
  readonly folder: string;
  readonly servers: Servers;
  readonly app: LoadApp;
  readonly secretKey: Buffer;
}

/** A side whose roles run. */
export interface Side extends PreparedSide {
  readonly url: string;
  /** The servers and the roles. */
  readonly parts: readonly Part[];
  stop(): Promise<void>;
}

export const servedResources = ['customer', 'article'] as const;

/**
 * Starts servers for a checkout, with `rows` rows in each table. Tables and the app are made by the checkout's own commands,
 * since another commit may have other columns.
 */
export async function prepareSide(
  name: Side['name'],
  folder: string,
  rows: number,
  lifecycle: Lifecycle,
): Promise<PreparedSide> {
  const servers = await startServers(lifecycle, { checkout: folder });
  const secretKey = randomBytes(32);
  const app = await makeApp(servers, folder, secretKey);
  await fill(servers.database, [app], [0, rows]);
  await servers.database('number_sequences').update({ next_number: firstNumber + rows });
  return { name, folder, servers, app, secretKey };
}

/** Starts the roles of a checkout, with a worker of each of these resources. */
export async function startSide(side: PreparedSide, served: readonly Resource[]): Promise<Side> {
  const { name, folder, servers, secretKey } = side;
  const system = counterfoil(name, { gateways: 1, workers: 1, others: served, folder });
  const running = await system.start('mix', { ...servers, secretKey });
  const [url = ''] = running.urls;
  return { ...side, url, parts: [...servers.parts, ...running.parts], stop: () => running.stop() };
}

/** Number above those of the filled rows, whatever number the checkout starts with. */
const firstNumber = 1_000_000;

async function makeApp({ database, databaseUrl }: Servers, folder: string, key: Buffer): Promise<LoadApp> {
  const command = async (...words: readonly string[]) => {
    const program = path.join(folder, 'cli/counterfoil.js');
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...words, '--json'], {
      cwd: folder,
      env: {
        ...process.env,
        DATABASE_URL: databaseUrl,
        COUNTERFOIL_SECRET_KEY: key.toString('base64'),
      },
    });
    return JSON.parse(stdout) as Readonly<Record<string, string>>;
  };
  const { account_ident = '' } = await command('account', 'create', 'Compared');
  const { app_id = '', api_secret = '' } = await command('app', 'create', account_ident);
  const { id } = await database('accounts').where({ account_ident }).first('id');
  return { account: id, appId: app_id, apiSecret: api_secret };
}
