import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { migrateUp } from '../../migrations/migrations.ts';
import { type EmbeddedServer, embeddedServers } from '../../servers/embeddedServers.ts';
import { openDatabase } from '../../workers/database/database.ts';
import { databaseEngine as defaultEngine } from './databaseEngine.ts';
import { keepPorts } from './ports.ts';
import { binariesFolder, withoutSync } from './servers.ts';

export type TopologyDatabase = Awaited<ReturnType<typeof startTopologyDatabase>>;

/** A migrated database on a server of its own, for a topology whose Redis is what is tested. */
export async function startTopologyDatabase(databaseEngine = defaultEngine) {
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'counterfoil-topology-'));
  await keepPorts(dataFolder);
  const wanted = { database: true, databaseEngine, redis: false, progress: () => {} };
  const options = { dataFolder, binariesFolder, ...wanted, databaseFlags: [withoutSync] };
  const { database: server } = (await embeddedServers(options)) as { database: EmbeddedServer };
  await server.start();
  const pool = openDatabase(server.url, 1);
  await migrateUp(pool);
  await pool.destroy();
  const remove = async () => {
    await server.stop();
    await rm(dataFolder, { recursive: true, force: true });
  };
  return { url: server.url, remove };
}
