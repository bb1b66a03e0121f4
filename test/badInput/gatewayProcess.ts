import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { gatewaySettings } from '../support/cluster.ts';

/** A gateway in a process of its own, so that what the test does itself is not counted as the gateway's delay. */
export class GatewayProcess {
  readonly #child: ChildProcess;
  readonly port: number;

  private constructor(child: ChildProcess, port: number) {
    this.#child = child;
    this.port = port;
  }

  /** Starts it on the Redis database of a cluster. */
  static async start(redis: number): Promise<GatewayProcess> {
    const settings = gatewaySettings(redis);
    const child = fork(path.join(import.meta.dirname, 'measuredGateway.ts'), {
      execArgv: ['--import', 'tsx'],
    });
    child.send({ ...settings, secretKey: settings.secretKey.toString('base64') });
    const [{ port }] = await once(child, 'message');
    return new GatewayProcess(child, port);
  }

  /** Maximum milliseconds for which its event loop was blocked since the last question. */
  async longestDelayMs(): Promise<number> {
    this.#child.send('delay');
    const [{ delayMs }] = await once(this.#child, 'message');
    return delayMs;
  }

  async stop(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.kill();
    await ended;
  }
}
