import { once } from 'node:events';
import { createServer } from 'node:http';
import type Koa from 'koa';
import type { Lifecycle } from '../../shared/process/lifecycle.ts';
import type { Settings } from '../../shared/settings/settings.ts';

export async function listen(app: Koa, { port, host }: Settings, lifecycle: Lifecycle): Promise<void> {
  const server = createServer(app.callback()).listen(port, host);
  await once(server, 'listening');
  lifecycle.onStop('http', () => {
    server.close();
    server.closeAllConnections();
  });
}
