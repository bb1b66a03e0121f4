import type { AccountTally } from '../apps/accountTally.ts';
import type { App } from '../apps/app.ts';
import type { Apps } from '../apps/apps.ts';
import type { CallClient } from '../calls/callClient.ts';
import { Unavailable } from '../calls/unavailable.ts';
import type { Connections } from './connections.ts';
import type { Exchange } from './exchange.ts';

/** Claims of a request's headers. Nothing is verified. */
export interface Head {
  /** App that `X-Svc-Hmac` names; undefined if the header is malformed. */
  readonly appId: string | undefined;
  /** Claimed HMAC, in base64. */
  readonly digest: string;
  readonly knownApp: App | undefined;
  /** Bytes of the body; undefined if it comes in chunks. */
  readonly announcedBytes: number | undefined;
}

/** `<APP_ID>:` and the canonical base64 form of 32 bytes. Two headers joined by a comma do not match. */
const signature = /^([\w-]{1,64}):([A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=)$/;

export function readHead({ ctx }: Exchange, { apps }: { readonly apps: Apps }): Head {
  const { headers } = ctx;
  const [, appId, digest = ''] = signature.exec(ctx.get('X-Svc-Hmac')) ?? [];
  const isChunked = headers['transfer-encoding'] !== undefined;
  return {
    appId,
    digest,
    knownApp: appId === undefined ? undefined : apps.known(appId),
    announcedBytes: isChunked ? undefined : Number(headers['content-length'] ?? 0),
  };
}

interface Parts {
  readonly callClient: CallClient;
  readonly connections: Connections;
  readonly accounts: AccountTally;
}

/**
 * Rejects overload from the headers, before the body is read: reading a request and checking its signature cost nearly as much
 * as a call, and an overloaded gateway needs that time. The headers are not verified: a false claim only leads to a rejection,
 * here or in a later step.
 */
export function shedLoad(
  exchange: Exchange,
  { knownApp, announcedBytes = 0 }: Head,
  { callClient, connections, accounts }: Parts,
): true | undefined {
  const { ctx, route } = exchange;
  if (connections.isExcess(ctx.req.socket)) {
    ctx.set('Connection', 'close');
    return exchange.fail(new Unavailable('connections'));
  }
  if (route.kind === 'unknown') return true;
  const { lane, resources } = route;
  const caller = knownApp?.account ?? 'unknown';
  const rejection = callClient.rejection(lane, resources, { caller, calls: 1, bytes: announcedBytes });
  if (!rejection) return true;
  if (knownApp) accounts.add(knownApp);
  return exchange.fail(rejection);
}
