import { onParentMessage, reportReady } from '../process/parentMessages.ts';
import { onStopSignal } from '../process/stopSignals.ts';
import type { LocalPage, LocalPageOptions } from './localServer.ts';
import { newPageToken, pageAddress } from './pageAddress.ts';

interface PageRun {
  /** Name of the page in messages, such as `status page`. */
  readonly name: string;
  readonly port: number;
  readonly start: (options: LocalPageOptions) => Promise<LocalPage>;
}

/** Serves a page until a signal, or until the end of the process that started this one. */
export async function runPage(run: PageRun): Promise<void> {
  process.title = `counterfoil ${run.name}`;
  await (process.send ? serveForParent(run) : serveForPerson(run));
}

async function serveForPerson({ name, port, start }: PageRun): Promise<void> {
  const token = newPageToken();
  const page = await start({ port, token: () => token });
  endOnSignal(page);
  const title = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  process.stdout.write(`${title}: ${pageAddress(page.port, token)}\nCtrl-C stops it.\n`);
}

/** Takes the token from `up`, which has printed it: the address stays the same when this process is restarted. */
async function serveForParent({ port, start }: PageRun): Promise<void> {
  let token: string | undefined;
  onParentMessage('pageToken', (message) => {
    token = message.token;
  });
  process.once('disconnect', () => process.exit(0));
  const page = await start({ port, token: () => token });
  endOnSignal(page);
  reportReady(page.port);
}

function endOnSignal(page: LocalPage): void {
  onStopSignal(async () => {
    await page.stop();
    process.exit(0);
  });
}
