import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Place } from '../../servers/embeddedServer.ts';
import { type Binary, programEnvironment, programLine } from '../../servers/programs/program.ts';
import { ManagedProcess } from '../../servers/system/managedProcess.ts';
import { requireFreePort } from '../../servers/system/ports.ts';
import { until } from '../../test/support/until.ts';

/** Parts of a proxy: the program, where it runs, and the example of its configuration. */
export interface ProxyOptions {
  readonly haproxy: Binary;
  readonly place: Place;
  readonly example: string;
}

/** HAProxy with one of the configurations in `deploy/`, which leads to the writer of some servers. */
export class WriterProxy {
  readonly port: number;
  readonly #process: ManagedProcess;

  constructor({ haproxy, place, example }: ProxyOptions, nodes: readonly { port: number }[]) {
    const { folder, logFile, port, guard } = place;
    this.port = port;
    const file = path.join(folder, 'haproxy.cfg');
    this.#process = new ManagedProcess({
      name: 'HAProxy',
      link: { kind: 'guard', guard, folder },
      logFile,
      command: () => ({
        line: programLine(haproxy, ['-db', '-f', file]),
        environment: programEnvironment(haproxy),
      }),
      async prepare() {
        await mkdir(folder, { recursive: true });
        await writeFile(file, await configuration(example, port, nodes));
      },
      probe: () => isTaken(port),
    });
  }

  start(): Promise<void> {
    return this.#process.start();
  }

  stop(): Promise<void> {
    return this.#process.stop(0);
  }

  /** Kills the process with SIGKILL. Resolves when it is gone. */
  async kill(): Promise<void> {
    this.#process.signal('SIGKILL');
    await until(() => this.#process.pid === undefined);
  }
}

/** The example with the ports of this test. */
async function configuration(
  file: string,
  port: number,
  nodes: readonly { port: number }[],
): Promise<string> {
  const example = await readFile(file, 'utf8');
  return nodes.reduce(
    (text, node, index) => text.replace(`10.0.0.${index + 1}:3306`, `127.0.0.1:${node.port}`),
    example.replace('127.0.0.1:3307', `127.0.0.1:${port}`),
  );
}

async function isTaken(port: number): Promise<void> {
  const isFree = await requireFreePort(port, '127.0.0.1').then(
    () => true,
    () => false,
  );
  if (isFree) throw new Error('does not listen');
}
