import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** A port that nobody listens on; drawn, so that test runs at the same time don't agree on one. */
export async function freePort(): Promise<number> {
  const port = randomInt(18_080, 18_181);
  const isFree = await new Promise<boolean>((resolve) => {
    const probe = createServer().once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
  return isFree ? port : freePort();
}

/** Lets work happen while somebody listens on a port, who never says a word. */
export async function withTakenPort(work: (port: number) => Promise<void>): Promise<void> {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  try {
    await work((holder.address() as AddressInfo).port);
  } finally {
    holder.close();
  }
}
