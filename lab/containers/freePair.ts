import { createServer } from 'node:net';
import { freePort } from '../../test/support/ports.ts';

/** The first of two ports, one after the other, that nobody listens on. */
export async function freePair(): Promise<number> {
  const port = await freePort();
  return (await isFree(port + 1)) ? port : freePair();
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
