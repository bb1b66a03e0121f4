import { roleEnvironment } from './cluster.ts';
import { freePort } from './ports.ts';
import { cpuSecondsOf, residentBytesOf } from './processResources.ts';
import { startRole } from './roleProcess.ts';

/** A gateway in a process of its own, whose memory can be measured. */
export interface GatewayProcess {
  readonly port: number;
  readonly url: string;
  residentBytes(): number;
  /** Returns the time that the process has used so far. */
  cpuSeconds(): number;
  stop(): Promise<void>;
}

/** Starts `counterfoil gateway` on a Redis database; resolves when it serves. */
export async function startGatewayProcess(
  redis: number,
  settings: Readonly<Record<string, string>> = {},
): Promise<GatewayProcess> {
  const port = await freePort();
  const env = { ...roleEnvironment(redis, port), LOG_LEVEL: 'silent', ...settings };
  const gateway = await startRole('gateway', { env });
  const pid = gateway.pid ?? Number.NaN;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    residentBytes: () => residentBytesOf(pid),
    cpuSeconds: () => cpuSecondsOf(pid),
    stop: () => gateway.stop(),
  };
}
