import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { ManagedProcess } from '../servers/system/managedProcess.ts';
import { supervise } from '../servers/system/supervise.ts';
import { newPageToken, pageAddress } from '../shared/runtime/page/pageAddress.ts';
import { printLine } from '../shared/runtime/process/commandOutput.ts';
import type { Lifecycle } from '../shared/runtime/process/lifecycle.ts';
import type { ParentMessage, ReadyMessage } from '../shared/runtime/process/parentMessages.ts';
import { commandLine, environmentOf, logFileOf } from './roles/roleProcess.ts';

/** Megabytes of long-lived objects. The status page holds about twenty; an import a hundred. */
const pageHeapLimit = '--max-old-space-size=256';

const startMs = 60_000;

interface Page {
  readonly name: string;
  readonly command: 'status' | 'import';
  /** Setting of its port, and the port. */
  readonly setting: 'STATUS_PORT' | 'IMPORT_PORT';
  readonly port: number;
}

/**
 * Starts a page in its own process, and keeps it running at the same address. Resolves to the address, or to the reason why
 * there is none: everything else runs without the page.
 */
export async function startPage(
  { name, command, setting, port: wanted }: Page,
  { dataFolder, redisUrl }: { readonly dataFolder: string; readonly redisUrl: string },
  lifecycle: Lifecycle,
): Promise<string> {
  const token = newPageToken();
  const logs = path.join(dataFolder, 'logs');
  let port = wanted;
  const parameters = [command, '--page'];
  const page = new ManagedProcess({
    name,
    command: () => ({
      line: commandLine(pageHeapLimit, parameters),
      environment: {
        ...environmentOf(parameters, { REDIS_URL: redisUrl }),
        COUNTERFOIL_DATA_DIR: dataFolder,
        [setting]: `${port}`,
      },
    }),
    link: { kind: 'channel' },
    logFile: logFileOf(name, logs),
    // The roles, which start at the same time, create this folder too.
    prepare: async () => void (await mkdir(logs, { recursive: true })),
    startMs,
    onMessage: (message: ReadyMessage) => {
      port = message.port;
    },
    greeting: () => ({ kind: 'pageToken', token }) satisfies ParentMessage,
  });
  lifecycle.onStop(name, () => page.stop());
  lifecycle.onStop(`restarts of the ${name}`, supervise([page], printLine));
  try {
    await page.start();
    return pageAddress(port, token);
  } catch (error) {
    const [line = ''] = (error as Error).message.split('\n', 1);
    return `not served: ${line}`;
  }
}
