import { EventEmitter, once } from 'node:events';
import path from 'node:path';
import { ManagedProcess } from '../../servers/system/managedProcess.ts';
import { gatewaySettings } from '../../test/support/cluster.ts';

/** A gateway in a process of its own, so that what the test does itself is not counted as the gateway's delay. */
export class GatewayProcess {
  readonly #process: ManagedProcess;
  readonly #messages = new EventEmitter<{ delay: [milliseconds: number] }>();
  port = 0;

  private constructor(redis: number) {
    const settings = gatewaySettings(redis);
    const given = JSON.stringify({ ...settings, secretKey: settings.secretKey.toString('base64') });
    const program = path.join(import.meta.dirname, 'measuredGateway.ts');
    this.#process = new ManagedProcess({
      name: 'measured gateway',
      command: () => ({
        line: [process.execPath, '--import', 'tsx', program, given],
        environment: process.env,
      }),
      link: { kind: 'channel' },
      onMessage: (message: { readonly port?: number; readonly delayMs?: number }) => {
        if (message.port !== undefined) this.port = message.port;
        if (message.delayMs !== undefined) this.#messages.emit('delay', message.delayMs);
      },
    });
  }

  /** Starts it on the Redis database of a cluster. */
  static async start(redis: number): Promise<GatewayProcess> {
    const gateway = new GatewayProcess(redis);
    await gateway.#process.start();
    return gateway;
  }

  /** Maximum milliseconds for which its event loop was blocked since the last question. */
  async longestDelayMs(): Promise<number> {
    this.#process.send('delay');
    const [delayMs] = await once(this.#messages, 'delay');
    return delayMs;
  }

  stop(): Promise<void> {
    return this.#process.stop();
  }
}
