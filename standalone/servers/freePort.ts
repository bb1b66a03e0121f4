import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port is free until its server starts, so a second call could draw it again. */
const given = new Set<number>();

/**
 * A free port on 127.0.0.1, below the range from which kernels give ports to outgoing connections: such a
 * connection could otherwise hold the port of a server that is about to be started again.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 30_000);
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
}

/** Whether somebody could listen on the port of 127.0.0.1 now. */
export async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1');
  try {
    await once(probe, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    probe.close();
  }
}
