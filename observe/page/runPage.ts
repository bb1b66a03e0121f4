import { onStopSignal } from '../../shared/runtime/process/stopSignals.ts';
import type { RedisClient } from '../../shared/runtime/redis/client.ts';
import { reached } from '../../shared/runtime/redis/redis.ts';
import type { DatabaseMeter } from '../status/databaseReading.ts';
import { newPageToken, pageAddress } from '../status/pageAddress.ts';
import { type PageOptions, type StatusPage, startStatusPage } from './statusPage.ts';

/** Serves the status page until a signal, or until the end of the process that started this one. */
export async function runPage(redis: RedisClient, port: number, database?: DatabaseMeter): Promise<void> {
  process.title = 'counterfoil status page';
  await (process.send
    ? serveForParent({ redis, port, database })
    : serveForPerson({ redis, port, database }));
}

type Served = Omit<PageOptions, 'token'>;

async function serveForPerson(served: Served): Promise<void> {
  await reached(served.redis);
  const token = newPageToken();
  const page = await startStatusPage({ ...served, token: () => token });
  endOnSignal(page);
  process.stdout.write(`Status page: ${pageAddress(page.port, token)}\nCtrl-C stops it.\n`);
}

/** Takes the token from `up`, which has printed it: the address stays the same when this process is restarted. */
async function serveForParent(served: Served): Promise<void> {
  let token: string | undefined;
  process.on('message', (message: { readonly statusToken?: string }) => {
    token = message.statusToken;
  });
  process.once('disconnect', () => process.exit(0));
  const page = await startStatusPage({ ...served, token: () => token });
  endOnSignal(page);
  process.send?.({ statusPort: page.port });
}

function endOnSignal(page: StatusPage): void {
  onStopSignal(async () => {
    await page.stop();
    process.exit(0);
  });
}
