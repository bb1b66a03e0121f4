import type { EmbeddedServer } from '../../servers/embeddedServers.ts';
import { until } from '../../test/support/until.ts';

/** Kills the server with SIGKILL. Resolves when it is gone and can be started again. */
export async function killServer(server: EmbeddedServer): Promise<void> {
  const { pid } = server;
  if (pid === undefined) throw new Error(`${server.name} does not run`);
  process.kill(pid, 'SIGKILL');
  await until(() => server.pid === undefined);
}
