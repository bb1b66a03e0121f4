/** A gateway that measures the longest round of its event loop since it was last asked. */
import { readFileSync } from 'node:fs';
import { startGateway } from '../../gateway/gateway.ts';
import { ignoreEvents } from '../../shared/runtime/process/log.ts';

const threadTimes = '/proc/self/schedstat';
const hasThreadTimes = process.platform === 'linux';

/**
 * Milliseconds of CPU of the main thread. Where the system does not count them, milliseconds that have passed, which include
 * the work of other programs.
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

const { secretKey, ...settings }: Settings = JSON.parse(process.argv[2] ?? '');
const { port } = await startGateway(
  { ...settings, secretKey: Buffer.from(secretKey, 'base64') },
  ignoreEvents,
);
measureRound();
process.on('message', () => {
  process.send?.({ delayMs: longestMs });
  longestMs = 0;
});
process.once('disconnect', () => process.exit());
process.send?.({ port });
