import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, isIP } from 'node:net';
import { hostname } from 'node:os';
import { OperatorError } from '../process/explain.ts';
import { hostAndPort, withoutBrackets } from '../settings/serverAddress.ts';
import { contentType } from './metrics.ts';

interface Address {
  readonly host: string;
  /** 0 lets the system choose. */
  readonly port: number;
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

const requestMs = 5_000;
/** Enough for scrapers and probes. More connections would take memory and time from the role. */
const maxConnections = 100;

/** Serves `/metrics`, `/healthz` and `/readyz`, and `/scaling` of gateways, on a port apart from that of clients. */
export class MetricsServer {
  readonly #server: Server;
  #monitor: Monitor = starting;

  private constructor() {
    this.#server = createServer(
      { requestTimeout: requestMs, headersTimeout: requestMs },
      (request, response) => {
        const { method = '', url = '', headers } = request;
        const answering = isOwnHost(headers.host) ? this.#answer(method, url) : Promise.resolve(misdirected);
        void answering.then((answer) => send(response, answer));
        request.resume();
      },
    );
    this.#server.maxConnections = maxConnections;
    // An open connection must not keep the process alive.
    this.#server.unref();
  }

  /** Rejects if it can't listen at the address. */
  static async listen({ host, port }: Address): Promise<MetricsServer> {
    const server = new MetricsServer();
    server.#server.listen(port, host);
    await once(server.#server, 'listening').catch((error: NodeJS.ErrnoException) => {
      throw new OperatorError(problemWith(error, { host, port }));
    });
    return server;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Replaces the answers of a starting role by those of `monitor`. */
  serve(monitor: Monitor): void {
    this.#monitor = monitor;
  }

  async #answer(method: string, url: string): Promise<Answer> {
    const [path] = url.split('?', 1);
    const answer = path !== undefined && Object.hasOwn(this.#answers, path) && this.#answers[path];
    if (!answer) return json(404, { error: 'not found: /metrics, /healthz, /readyz and /scaling are here' });
    if (method !== 'GET' && method !== 'HEAD') return json(405, { error: 'method not allowed' });
    return answer().catch((error: Error) => json(500, { error: error.name }));
  }

  readonly #answers: Readonly<Record<string, () => Promise<Answer>>> = {
    '/healthz': async () => json(200, { alive: true }),
    '/readyz': async () => {
      const readiness = await this.#monitor.readiness();
      return json(readiness.ready ? 200 : 503, readiness);
    },
    '/scaling': async () => {
      if (!this.#monitor.scaling)
        return json(404, { error: 'gateways answer /scaling, once they have started' });
      const scaling = await this.#monitor.scaling().catch(() => undefined);
      return scaling ? json(200, scaling) : json(503, { error: loadUnknown });
    },
    '/metrics': async () => ({ status: 200, type: contentType, body: await this.#monitor.metrics() }),
  };

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

/** Suffixes of host names that nobody can register: those of local networks and of Kubernetes. */
const localNames = ['.local', '.internal', '.localhost', '.home.arpa', '.svc'];

/**
 * Detects requests of a web page whose own host name now resolves to this address (DNS rebinding): the browser would let
 * that page read the answer. No such page can have an IP address or an unregistrable name as its host.
 */
function isOwnHost(host: string | undefined): boolean {
  const [, name = ''] = /^(.*?)\.?(?::\d+)?$/.exec(host?.toLowerCase() ?? '') ?? [];
  if (isIP(withoutBrackets(name)) > 0 || !name.includes('.')) return true;
  return name === hostname().toLowerCase() || localNames.some((end) => name.endsWith(end));
}

const misdirected = json(421, {
  error: `the request names another host: use an IP address, a name without dots, or ${hostname()}`,
});

/** An autoscaler must not read this answer as a number. */
const loadUnknown =
  'Redis does not answer, or has no reports of the last seconds because it is full: keep the present numbers of processes';

function problemWith({ code }: NodeJS.ErrnoException, { host, port }: Address): string {
  if (code === 'EADDRINUSE')
    return `port ${port} is in use: set METRICS_PORT to a free port, one for each role, or to 0`;
  if (code === 'EADDRNOTAVAIL') return `${host} is not an address of this machine: check METRICS_HOST`;
  return `can't serve metrics at ${hostAndPort(host, port)} (${code}): check METRICS_HOST and METRICS_PORT`;
}

function json(status: number, body: object): Answer {
  return { status, type: 'application/json; charset=utf-8', body: JSON.stringify(body) };
}

function send(response: ServerResponse, { status, type, body }: Answer): void {
  response.writeHead(status, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) });
  response.end(response.req.method === 'HEAD' ? undefined : body);
}

export interface Readiness {
  readonly ready: boolean;
  readonly [detail: string]: unknown;
}

export interface Monitor<State = unknown> {
  state(): State;
  readiness(): Promise<Readiness>;
  metrics(): Promise<string>;
  /** Number of processes that each role needs; undefined if the load is not known. Only gateways know all processes. */
  scaling?(): Promise<object | undefined>;
}

const starting: Monitor = {
  /* v8 ignore next -- the status is published only after the start. */
  state: () => ({}),
  readiness: () => Promise.resolve({ ready: false, starting: true }),
  metrics: () => Promise.resolve(''),
};
