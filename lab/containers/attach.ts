import { startGateway } from '../../gateway/gateway.ts';
import { ignoreEvents } from '../../shared/runtime/process/log.ts';
import { attachCluster, gatewaySettings, stopCluster } from '../../test/support/cluster.ts';
import { stopHost } from '../../test/support/commandHost.ts';
import { endsWhenDone } from '../../test/support/endsWhenDone.ts';
import { attachServers } from '../../test/support/servers.ts';
import { openDatabase } from '../../workers/database/database.ts';

/**
 * Lets tests run against an installation that is there: its gateway answers them, its database is looked into. The gateway that
 * starts in this process is for internal operations only.
 */
export async function mochaGlobalSetup(): Promise<void> {
  const { ATTACH_URL: url = '', ATTACH_DATABASE_URL = '', ATTACH_REDIS_URL = '' } = process.env;
  const database = openDatabase(ATTACH_DATABASE_URL, 5);
  attachServers({ database, mariadb: { url: ATTACH_DATABASE_URL }, redis: { url: ATTACH_REDIS_URL } });
  const gateway = await startGateway(gatewaySettings(ATTACH_REDIS_URL), ignoreEvents);
  const stop = async () => {
    await gateway.stop();
    await database.destroy();
  };
  attachCluster({ gateways: [gateway], workers: [], url, stop });
}

export async function mochaGlobalTeardown(): Promise<void> {
  stopHost();
  await stopCluster();
}

endsWhenDone();
