import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { hostAndPort } from '../../shared/runtime/settings/serverAddress.ts';

/** A port is free until its server starts, so a second call could choose it again. */
const given = new Set<number>();

/**
 * Returns a free port on 127.0.0.1, below the range that kernels use for outgoing connections: such a connection could
 * otherwise hold the port of a server that is about to be restarted.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 30_000);
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
}

/** Returns the port in a file if it is still free, so that clients outside keep their address. */
export async function keptPort(file: string): Promise<number> {
  const last = Number(await readFile(file, 'utf8').catch(() => ''));
  if (last > 0 && (await isFree(last))) return last;
  const port = await freePort();
  await writeFile(file, String(port));
  return port;
}

/**
 * Rejects with the system's error if nobody can listen on the port. The check makes `up` fail before it has started servers.
 */
export async function requireFreePort(port: number, host: string): Promise<void> {
  const probe = createServer().listen(port, host);
  try {
    await once(probe, 'listening');
  } finally {
    probe.close();
  }
}

export function isFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return requireFreePort(port, host).then(
    () => true,
    () => false,
  );
}

/** Returns an address to connect to: a host that means all addresses is not one. */
export function localAddress(host: string, port: number): string {
  return hostAndPort(host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host, port);
}
