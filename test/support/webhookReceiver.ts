import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import type { TestAccount } from './account.ts';
import type { ListedChange } from './changes.ts';
import { LocalServer } from './localServer.ts';

export interface ReceivedDelivery {
  readonly id: string;
  readonly type: string;
  readonly changes: readonly ListedChange[];
}

/** Answers a delivery; the first one is number 1. */
type Respond = (response: ServerResponse, number: number) => void;

const accept: Respond = (response) => response.writeHead(204).end();

export const fail: Respond = (response) => response.writeHead(500).end('not now');

/** A receiver of webhooks on this machine, which verifies what it gets with the library of Standard Webhooks. */
export class WebhookReceiver extends LocalServer {
  /** Every attempt, in the order in which they came. */
  readonly attempts: ReceivedDelivery[] = [];
  /** Requests that were answered 2xx. */
  readonly accepted: ReceivedDelivery[] = [];
  /** Attempts whose signature is wrong. */
  forged = 0;
  respond: Respond;
  /** The key of the signatures; set by `subscribe`. */
  secret = '';

  private constructor(respond: Respond) {
    super((request, response) => {
      void text(request).then((body) => this.#receive(body, request.headers, response));
    });
    this.respond = respond;
  }

  static listen(respond: Respond = accept): Promise<WebhookReceiver> {
    return new WebhookReceiver(respond).start();
  }

  /** Creates a webhook of a sandbox that leads here, and resolves to its ident. */
  async subscribe(
    { client }: TestAccount,
    fields: Partial<Parameters<typeof client.webhook.create>[0]> = {},
  ) {
    const { webhook_ident, secret } = await client.webhook.create({ url: `${this.url}/hooks`, ...fields });
    this.secret = secret;
    return webhook_ident;
  }

  /** Changes in the order in which they were accepted, each delivery once. */
  get changes(): readonly ListedChange[] {
    return [...new Map(this.accepted.map((delivery) => [delivery.id, delivery.changes])).values()].flat();
  }

  get idents(): readonly string[] {
    return this.changes.map(({ ident }) => ident);
  }

  #receive(body: string, headers: IncomingHttpHeaders, response: ServerResponse): void {
    try {
      const signed = headers as Record<string, string>;
      const { type, data } = new Webhook(this.secret).verify(body, signed) as {
        readonly type: string;
        readonly data: { readonly changes: readonly ListedChange[] };
      };
      const delivery = { id: signed['webhook-id'] ?? '', type, changes: data.changes };
      this.attempts.push(delivery);
      response.once('finish', () => {
        if (response.statusCode < 300) this.accepted.push(delivery);
      });
      this.respond(response, this.attempts.length);
    } catch {
      this.forged += 1;
      response.writeHead(401).end();
    }
  }
}
