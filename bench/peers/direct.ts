import { Lifecycle } from '../../shared/process/lifecycle.ts';
import type { Emit } from '../../shared/process/log.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { peerApps } from './apps.ts';
import { openPeerDatabase } from './database.ts';
import { listen } from './listen.ts';
import { operations } from './operations/index.ts';
import { peerServer } from './server.ts';

type DirectSettings = Settings & { readonly databaseUrl: string; readonly secretKey: Buffer };

/** Serves without a queue: each request runs on a connection of the pool, in the process that received it. */
export async function startDirect(settings: DirectSettings, emit: Emit) {
  const lifecycle = new Lifecycle();
  const database = openPeerDatabase(settings.databaseUrl, settings.databasePool);
  lifecycle.onStop('database', () => database.destroy());
  const run = operations(database);
  const server = peerServer({ findApp: peerApps(database, settings.secretKey), run, emit });
  await listen(server, settings, lifecycle);
  return lifecycle;
}
