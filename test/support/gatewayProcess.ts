import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { secretKey } from './cluster.ts';
import { start } from './command.ts';
import { freePort } from './ports.ts';
import type { Running } from './running.ts';
import { redisUrl } from './servers.ts';

/** A gateway in a process of its own, whose memory can be measured. */
export interface GatewayProcess {
  readonly port: number;
  readonly url: string;
  residentBytes(): number;
  /** Used so far. */
  cpuSeconds(): number;
  stop(): Promise<void>;
}

/** Starts `counterfoil gateway` on a Redis database; resolves when it serves. */
export async function startGatewayProcess(
  redis: number,
  settings: Readonly<Record<string, string>> = {},
): Promise<GatewayProcess> {
  const port = await freePort();
  const env = {
    ...{ REDIS_URL: redisUrl(redis), COUNTERFOIL_SECRET_KEY: secretKey.toString('base64') },
    ...{ PORT: `${port}`, LOG_LEVEL: 'silent', DRAIN_MS: '0', ...settings },
  };
  const running = await start(['gateway'], { env, channel: true });
  await Promise.race([once(running.child, 'message'), endedEarly(running)]);
  return {
    ...{ port, url: `http://127.0.0.1:${port}` },
    residentBytes: () => residentBytesOf(running.pid),
    cpuSeconds: () => cpuSecondsOf(running.pid),
    stop: async () => void (await running.stop()),
  };
}

async function endedEarly(running: Running): Promise<never> {
  const { stderr } = await running.ended;
  throw new Error(`the gateway ended before it was ready: ${stderr}`);
}

function residentBytesOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1_024;
}

/** User and system time: the 14th and 15th field, counted behind the name, in hundredths of a second. */
function cpuSecondsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
