import { newAccount, type TestAccount } from './account.ts';
import { type Cluster, roleEnvironment } from './cluster.ts';
import { freePort } from './ports.ts';
import { startRole } from './roleProcess.ts';

type Environment = Readonly<Record<string, string>>;

/** A gateway and a worker in processes of their own. */
export interface TracedService {
  readonly account: TestAccount;
  readonly port: number;
  /** Returns the events that both have logged so far. */
  logged(event: string): readonly Readonly<Record<string, unknown>>[];
  /** Resolves to how long it took, in milliseconds. Safe to call twice. */
  stop(): Promise<number>;
}

/** Spans are sent soon, so that tests need not wait for them. */
const soon = { OTEL_BSP_SCHEDULE_DELAY: '50' };

/** Starts them on the database and one of the Redis databases of the test run, with these settings. */
export async function startTracedService(redis: number, settings: Environment): Promise<TracedService> {
  const port = await freePort();
  let printed = '';
  const onOutput = (text: string) => {
    printed += text;
  };
  const env = { ...roleEnvironment(redis, port), LOG_LEVEL: 'debug', ...soon, ...settings };
  const worker = await startRole('worker all', { env, onOutput });
  const gateway = await startRole('gateway', { env, onOutput });
  const cluster = { url: `http://127.0.0.1:${port}`, gateways: [], workers: [] };
  return {
    account: await newAccount({}, cluster as unknown as Cluster),
    port,
    logged: (event) => linesOf(printed).filter((line) => line.event === event),
    stop: async () => {
      const startedAt = performance.now();
      await gateway.stop();
      await worker.stop();
      return performance.now() - startedAt;
    },
  };
}

/** Complete lines of the log; what else is printed is left out. */
function linesOf(printed: string): readonly Readonly<Record<string, unknown>>[] {
  const lines = printed.slice(0, printed.lastIndexOf('\n')).split('\n');
  return lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
}
