import { createServer } from 'node:net';

/** Rejects with the system's error when the port can't be listened on: better now than after all servers are up. */
export function requireFreePort(port: number, host: string): Promise<void> {
  const probe = createServer();
  return new Promise((resolve, reject) => {
    probe.once('error', reject).listen(port, host, () => probe.close(() => resolve()));
  });
}
