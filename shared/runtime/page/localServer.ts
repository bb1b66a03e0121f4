import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type Koa from 'koa';
import { OperatorError } from '../process/explain.ts';
import { pageHost } from './pageAddress.ts';

export interface LocalPage {
  readonly port: number;
  stop(): Promise<void>;
}

export interface LocalPageOptions {
  /** The system chooses a port if it is 0. */
  readonly port: number;
  /** Returns the token of the address. Nobody is let in while it is undefined. */
  readonly token: () => string | undefined;
}

/** A page in messages: its name, and the setting of its port. */
export interface PageNames {
  readonly page: string;
  readonly setting: string;
}

/** Serves an app on the loopback address. Rejects with an `OperatorError` if the port can't be used. */
export async function listenLocally(app: Koa, port: number, names: PageNames): Promise<LocalPage> {
  // The browser has closed the connection, or a part behind the page is away; the answer says so.
  app.on('error', () => {});
  // Node would cut an upload after five minutes. Only this machine can keep a request open.
  const server = createServer({ requestTimeout: 0 }, app.callback()).listen(port, pageHost);
  const stop = async () => {
    server.close();
    server.closeAllConnections();
  };
  await once(server, 'listening').catch(async (error: NodeJS.ErrnoException) => {
    await stop();
    throw new OperatorError(problemWith(error, port, names));
  });
  return { port: (server.address() as AddressInfo).port, stop };
}

function problemWith({ code }: NodeJS.ErrnoException, port: number, { page, setting }: PageNames): string {
  if (code === 'EADDRINUSE')
    return `port ${port} is in use: set ${setting} to a free port, or to 0 for any free one`;
  if (code === 'EACCES')
    return `this user has no permission to use port ${port}: set ${setting} to 1024 or higher, or to 0`;
  return `can't serve the ${page} on port ${port} (${code}): check ${setting}`;
}
