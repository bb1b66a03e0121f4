import { createConnection } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';

const own = new Set(['info', 'config|resetstat', 'monitor', 'auth']);

export async function resetCommands(redis: Redis): Promise<void> {
  await redis.config('RESETSTAT');
}

/** Counts the commands that Redis ran since `resetCommands`, including those inside scripts. */
export async function countCommands(redis: Redis): Promise<number> {
  const lines = (await redis.info('commandstats')).matchAll(/^cmdstat_([^:]+):calls=(\d+)/gm);
  return [...lines]
    .filter(([, name = '']) => !own.has(name.toLowerCase()))
    .reduce((sum, [, , calls]) => sum + Number(calls), 0);
}

/** Matches a line of MONITOR: the time, the number of the database, and the sender. */
const command = /^\+[\d.]+ \[\d+ (\S+)\] /;

/**
 * Returns the share of Redis commands that clients sent. Redis counts the calls of scripts like other commands, and only
 * MONITOR tells them apart. MONITOR slows Redis down, so nothing is measured meanwhile. ioredis is not used, because it
 * breaks when the first commands arrive together with the answer to MONITOR.
 */
export async function shareSent(redisUrl: string, milliseconds: number): Promise<number> {
  const { hostname: host, port, password } = new URL(redisUrl);
  const socket = createConnection({ host, port: Number(port) }).setEncoding('utf8');
  socket.write(`AUTH ${decodeURIComponent(password)}\r\nMONITOR\r\n`);
  let rest = '';
  let sent = 0;
  let all = 0;
  socket.on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    const sources = lines.flatMap((line) => command.exec(line)?.[1] ?? []);
    all += sources.length;
    sent += sources.filter((source) => source !== 'lua').length;
  });
  await delay(milliseconds);
  socket.destroy();
  return all === 0 ? 1 : sent / all;
}
