import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { KeyRing } from '../../../shared/secrets/keyRing.ts';
import { newReceivedWebhook } from '../../../test/support/ownWebhook.ts';
import type { PreparedSide } from './side.ts';

/**
 * Gives a side `count` accounts of which each has a webhook and a change to deliver. The receiver accepts connections and never
 * answers, so that each attempt lasts as long as it may. Returns a function that ends the receiver.
 */
export async function addDeadReceivers(
  { servers: { database }, secretKey }: PreparedSide,
  count: number,
): Promise<() => void> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => sockets.add(socket.on('error', () => {}).resume()));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as { readonly port: number };
  const keys = new KeyRing(secretKey);
  for (let index = 0; index < count; index += 1)
    await newReceivedWebhook(database, keys, `http://127.0.0.1:${port}/`);
  return () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
}
