import type { EmbeddedServer } from '../../servers/embeddedServers.ts';
import { until } from '../../test/support/until.ts';

/** As `kill -9` does; resolves when the server is gone and can be started again. */
export async function killServer(server: EmbeddedServer): Promise<void> {
  const { pid } = server;
  if (pid === undefined) throw new Error(`${server.name} does not run`);
  process.kill(pid, 'SIGKILL');
  await until(() => server.pid === undefined);
}
