/** A gateway that tells for how long it was busy in one round of its event loop, at most, since it was asked before. */
import { readFileSync } from 'node:fs';
import { startGateway } from '../../gateway/gateway.ts';
import { ignoreEvents } from '../../shared/process/log.ts';

const threadTimes = '/proc/self/schedstat';
const hasThreadTimes = process.platform === 'linux';

/**
 * Milliseconds that the main thread has worked. Where the system does not tell, milliseconds that have passed: then what
 * other programs do meanwhile counts too.
 */
function busyMs(): number {
  if (!hasThreadTimes) return performance.now();
  process.cpuUsage(); // brings the file up to date
  return Number(readFileSync(threadTimes, 'latin1').split(' ')[0]) / 1e6;
}

let longestMs = 0;
let last = busyMs();

function measureRound(): void {
  const now = busyMs();
  longestMs = Math.max(longestMs, now - last);
  last = now;
  setImmediate(measureRound);
}

type Settings = Omit<Parameters<typeof startGateway>[0], 'secretKey'> & { readonly secretKey: string };

process.once('message', async ({ secretKey, ...settings }: Settings) => {
  const key = Buffer.from(secretKey, 'base64');
  const { port } = await startGateway({ ...settings, secretKey: key }, ignoreEvents);
  measureRound();
  process.on('message', () => {
    process.send?.({ delayMs: longestMs });
    longestMs = 0;
  });
  process.send?.({ port });
});
process.once('disconnect', () => process.exit());
