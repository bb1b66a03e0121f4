import type { AccountTally } from '../apps/accountTally.ts';
import type { CallClient } from '../calls/callClient.ts';
import { Unavailable } from '../calls/unavailable.ts';
import type { Connections } from './connections.ts';
import type { Exchange } from './exchange.ts';
import type { Head } from './readHead.ts';

interface Parts {
  readonly callClient: CallClient;
  readonly connections: Connections;
  readonly accounts: AccountTally;
}

/**
 * Rejects overload from the headers, before the body is read: reading a request and checking its signature cost nearly as much
 * as a call, and an overloaded gateway needs that time. The headers are not verified: a false claim only leads to a refusal,
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
  if (route.kind === 'nowhere') return true;
  const { lane, resources } = route;
  const caller = knownApp?.account ?? 'unknown';
  const refusal = callClient.refusal(lane, { caller, calls: 1, bytes: announcedBytes, resources });
  if (!refusal) return true;
  if (knownApp) accounts.add(knownApp);
  return exchange.fail(refusal);
}
