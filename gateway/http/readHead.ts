import type { AccountTally } from '../apps/accountTally.ts';
import type { App } from '../apps/app.ts';
import type { Apps } from '../apps/apps.ts';
import type { CallClient } from '../calls/callClient.ts';
import type { CallQueue } from '../calls/callQueue.ts';
import { Unavailable } from '../calls/unavailable.ts';
import type { Connections } from './connections.ts';
import type { Exchange } from './exchange.ts';

/** Claims of a request's headers. Nothing is verified. */
export interface Head {
  /** App that `X-Svc-Hmac` names; undefined if the header is malformed. */
  readonly appId: string | undefined;
  /** Claimed HMAC, in base64. */
  readonly digest: string;
  /** Claimed app, if it was looked up lately. */
  readonly known: App | undefined;
  /** Bytes of the body; undefined if it comes in chunks. */
  readonly announcedBytes: number | undefined;
  /** Queue of a single call. The body of a batch names the queues of its entries. */
  readonly queue: CallQueue | undefined;
}

/** `<APP_ID>:` and the canonical base64 form of 32 bytes. Two headers joined by a comma do not match. */
const signature = /^([\w-]{1,64}):([A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=)$/;

interface HeadDependencies {
  readonly apps: Apps;
  readonly callClient: CallClient;
  readonly connections: Connections;
  readonly accounts: AccountTally;
}

/**
 * Reads the headers, and rejects overload from them, before the body is read: reading a request and checking its signature cost
 * nearly as much as a call, and an overloaded gateway needs that time. A false claim only leads to a rejection, here or in a later
 * step. Nothing is reserved: a sender without a secret could take all room with requests that it never ends.
 */
export function readHead(
  exchange: Exchange,
  { apps, callClient, connections, accounts }: HeadDependencies,
): Head | undefined {
  const { ctx, route } = exchange;
  const { headers } = ctx;
  if (connections.isExcess(ctx.req.socket)) {
    ctx.set('Connection', 'close');
    return exchange.fail(new Unavailable('connections'));
  }
  const [, appId, digest = ''] = signature.exec(ctx.get('X-Svc-Hmac')) ?? [];
  const isChunked = headers['transfer-encoding'] !== undefined;
  const announcedBytes = isChunked ? undefined : Number(headers['content-length'] ?? 0);
  const known = appId === undefined ? undefined : apps.known(appId);
  const queue = 'resource' in route ? callClient.queue(route.resource) : undefined;

  if (route.kind !== 'unknown') {
    const caller = known?.account ?? 'unknown';
    const bytes = announcedBytes ?? 0;
    const rejection = queue
      ? queue.rejection({ caller, calls: 1, bytes })
      : callClient.batchRejection(caller, bytes);
    if (rejection) {
      if (known) accounts.add(known);
      return exchange.fail(rejection);
    }
  }
  return { appId, digest, known, announcedBytes, queue };
}
