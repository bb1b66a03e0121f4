import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { UpSettings } from '../admin/keys/dataFolderKeys.ts';
import { newPageToken, pageAddress } from '../observe/status/pageAddress.ts';
import { ManagedProcess } from '../servers/system/managedProcess.ts';
import { supervise } from '../servers/system/supervise.ts';
import { printLine } from '../shared/runtime/process/commandOutput.ts';
import type { Lifecycle } from '../shared/runtime/process/lifecycle.ts';
import { environmentOf, program } from './roles/roleProcess.ts';

/** Megabytes of long-lived objects. The page holds about twenty. */
const heapLimit = '--max-old-space-size=256';

const startMs = 60_000;

/**
 * Starts the status page in its own process, and keeps it running at the same address. Resolves to the address, or to the
 * reason why there is none: everything else runs without the page.
 */
export async function startStatusPage(
  { dataFolder, statusPort }: UpSettings,
  redisUrl: string,
  lifecycle: Lifecycle,
): Promise<string> {
  const token = newPageToken();
  const logs = path.join(dataFolder, 'logs');
  let port = statusPort;
  const parameters = ['status', '--page'];
  const page = new ManagedProcess({
    name: 'status page',
    command: () => ({
      line: [process.execPath, heapLimit, ...process.execArgv, program, ...parameters],
      environment: {
        ...environmentOf(parameters, { REDIS_URL: redisUrl }),
        COUNTERFOIL_DATA_DIR: dataFolder,
        STATUS_PORT: `${port}`,
      },
    }),
    link: { kind: 'channel' },
    logFile: path.join(logs, 'status-page.log'),
    // The roles, which start at the same time, create this folder too.
    prepare: async () => void (await mkdir(logs, { recursive: true })),
    startMs,
    onMessage: (message: { readonly statusPort: number }) => {
      port = message.statusPort;
    },
    greeting: () => ({ statusToken: token }),
  });
  lifecycle.onStop('status page', () => page.stop());
  lifecycle.onStop('restarts of the status page', supervise([page], printLine));
  try {
    await page.start();
    return pageAddress(port, token);
  } catch (error) {
    const [line = ''] = (error as Error).message.split('\n', 1);
    return `not served: ${line}`;
  }
}
