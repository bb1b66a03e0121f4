import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
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

/** The port in a file, if nobody has taken it since the last start: clients on the outside keep their address. */
export async function keptPort(file: string): Promise<number> {
  const last = Number(await readFile(file, 'utf8').catch(() => ''));
  if (last > 0 && (await isFree(last))) return last;
  const port = await freePort();
  await writeFile(file, String(port));
  return port;
}

/** Rejects with the system's error when nobody can listen on the port: better now than after all servers are up. */
export async function requireFreePort(port: number, host: string): Promise<void> {
  const probe = createServer().listen(port, host);
  try {
    await once(probe, 'listening');
  } finally {
    probe.close();
  }
}

/** Whether somebody may listen on the port now. */
export function isFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return requireFreePort(port, host).then(
    () => true,
    () => false,
  );
}
