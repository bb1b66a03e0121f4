import { createConnection } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** A line of the monitor: the time, then the number of the database and who sent the command. */
const command = /^\+[\d.]+ \[\d+ (\S+)\] /;

/**
 * Of the commands that Redis runs, the share that clients sent: Redis counts what a script calls like everything else,
 * and only its monitor tells them apart. The monitor slows Redis down, so this is not for the time that is measured.
 * Not with ioredis, which breaks when the first commands arrive together with the answer to MONITOR.
 */
export async function shareSent(redisUrl: string, milliseconds: number): Promise<number> {
  const { hostname: host, port, password } = new URL(redisUrl);
  const socket = createConnection({ host, port: Number(port) }).setEncoding('utf8');
  socket.write(`AUTH ${decodeURIComponent(password)}\r\nMONITOR\r\n`);
  let rest = '';
  let [sent, all] = [0, 0];
  socket.on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    const sources = lines.flatMap((line) => command.exec(line)?.[1] ?? []);
    all += sources.length;
    sent += sources.filter((source) => source !== 'lua').length;
  });
  await wait(milliseconds);
  socket.destroy();
  return all === 0 ? 1 : sent / all;
}
