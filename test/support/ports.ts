import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';

/**
 * Ports below those of private servers and of outgoing connections. Lanes of one test run draw from ranges of
 * their own.
 */
const [firstPort, portsOfLane, laneCount] = [10_240, 1_000, 9];
const lane = Number(process.env.COUNTERFOIL_TEST_LANE ?? laneCount - 1);
const first = firstPort + (lane % laneCount) * portsOfLane;
const drawn = new Set<number>();

/** A port that nobody listens on and that was not drawn before; drawn, so that test runs at the same time don't agree on one. */
export async function freePort(): Promise<number> {
  const port = first + randomInt(portsOfLane);
  if (drawn.has(port)) return freePort();
  const isFree = await new Promise<boolean>((resolve) => {
    const probe = createServer().once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
  if (!isFree) return freePort();
  drawn.add(port);
  return port;
}

/** Chooses the ports of a data folder's private servers, unless it has them: left alone, two lanes could draw the same one. */
export async function keepPorts(dataFolder: string): Promise<void> {
  for (const server of ['mysql', 'redis']) {
    const file = path.join(dataFolder, `${server}.port`);
    if (!existsSync(file)) await writeFile(file, `${await freePort()}`);
  }
}

/** Lets work happen while somebody listens on a port without answering. */
export async function withTakenPort(work: (port: number) => Promise<void>): Promise<void> {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  try {
    await work((holder.address() as AddressInfo).port);
  } finally {
    holder.close();
  }
}
