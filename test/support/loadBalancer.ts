import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { request } from 'undici';
import { LocalServer } from './localServer.ts';

/** A request as it came to the load balancer. */
interface Seen {
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  /** Milliseconds since the process began. */
  readonly at: number;
}

/** Answer of the balancer itself: a status, and headers. */
type OwnAnswer = readonly [status: number, headers?: Readonly<Record<string, string>>];

/** An HTTP server before a gateway: it keeps what came, answers some requests by itself and passes the others on. */
export class LoadBalancer extends LocalServer {
  readonly #ownAnswers: (OwnAnswer | 'pass on')[] = [];
  readonly seen: Seen[] = [];
  /** Awaited with the body of each request before it is passed on. */
  beforePassing: (body: string) => Promise<unknown> = async () => {};
  /** Text of requests that get 503, although `passed` ones reach the gateway; '' for none. */
  broken = { text: '', passed: false };

  private constructor(gatewayUrl: string) {
    super((came, answer) => void this.#handle(came, answer, gatewayUrl));
  }

  static listen(gatewayUrl: string): Promise<LoadBalancer> {
    return new LoadBalancer(gatewayUrl).start();
  }

  /** The next requests are answered in these ways, or passed on; all later ones are passed on. */
  answer(...answers: readonly (OwnAnswer | 'pass on')[]): void {
    this.#ownAnswers.push(...answers);
  }

  async #handle(came: IncomingMessage, answer: ServerResponse, gatewayUrl: string): Promise<void> {
    const body = await buffer(came);
    this.seen.push({ headers: came.headers, body: body.toString(), at: performance.now() });
    const own = this.#ownAnswers.shift();
    if (own && own !== 'pass on') return answerItself(answer, own);
    const isBroken = this.broken.text !== '' && body.includes(this.broken.text);
    if (isBroken && !this.broken.passed) return answerItself(answer, [503]);
    await this.beforePassing(body.toString());
    const { 'content-length': _, connection: __, ...headers } = came.headers;
    const passed = await request(`${gatewayUrl}${came.url}`, { method: 'POST', headers, body });
    if (isBroken) return answerItself(answer, [503]);
    answer
      .writeHead(passed.statusCode, passed.headers as Record<string, string>)
      .end(await passed.body.text());
  }
}

function answerItself(answer: ServerResponse, [status, headers = {}]: OwnAnswer): void {
  const envelope = { response: false, data: null, method: '', message: 'busy' };
  answer.writeHead(status, { 'Content-Type': 'application/json', 'X-Svc-Error': 'busy', ...headers });
  answer.end(JSON.stringify(envelope));
}
