import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { request } from 'undici';
import { answerTooLarge } from '../../shared/contract/refusals.ts';
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
  /** Method of batch entries that are refused, as if their answers had no room; '' for none. */
  tooLarge = '';
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
    if (this.tooLarge !== '' && body.includes(`"${this.tooLarge}"`)) return refuseEntries(answer, body);
    await this.beforePassing(body.toString());
    const { 'content-length': _, connection: __, ...headers } = came.headers;
    const passed = await request(`${gatewayUrl}${came.url}`, { method: 'POST', headers, body });
    if (isBroken) return answerItself(answer, [503]);
    answer
      .writeHead(passed.statusCode, passed.headers as Record<string, string>)
      .end(await passed.body.text());
  }
}

function refuseEntries(answer: ServerResponse, body: Buffer): void {
  const { operations }: { readonly operations: readonly { readonly method: string }[] } = JSON.parse(
    body.toString(),
  );
  const results = operations.map(({ method }) => ({
    response: false,
    data: null,
    method,
    message: 'no room',
  }));
  const data = { results, codes: operations.map(() => answerTooLarge) };
  answer.writeHead(200, { 'Content-Type': 'application/json' });
  answer.end(JSON.stringify({ response: true, data, method: 'batch.run', message: 'batch finished' }));
}

function answerItself(answer: ServerResponse, [status, headers = {}]: OwnAnswer): void {
  const envelope = { response: false, data: null, method: '', message: 'busy' };
  answer.writeHead(status, { 'Content-Type': 'application/json', 'X-Svc-Error': 'busy', ...headers });
  answer.end(JSON.stringify(envelope));
}
