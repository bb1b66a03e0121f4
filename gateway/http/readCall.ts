import type { Members } from '../../shared/contract/input/reader.ts';
import type { Idempotency } from '../../shared/wire/call.ts';
import type { App } from '../apps/app.ts';
import type { CallRequest } from '../calls/callClient.ts';
import { parseBody } from '../json/parseBody.ts';
import { callIdempotency, withoutKey } from '../requests/idempotency.ts';
import { fieldRefusal } from '../requests/refusals.ts';
import type { PublicOperation } from '../requests/routes.ts';
import type { Exchange } from './exchange.ts';

/** Parses and validates the body once. Later steps trust the clean input. */
export async function readCall(
  exchange: Exchange,
  { contract, knows, read }: PublicOperation,
  app: App,
  body: Buffer,
): Promise<CallRequest | undefined> {
  const parsed = await parseBody(body, knows);
  if ('why' in parsed) return exchange.refuse('body_malformed', parsed.why);
  const reading = read(parsed.members);
  if ('fieldErrors' in reading) return exchange.answer(fieldRefusal(contract.name, reading));
  const idempotency = idempotencyOf(exchange, app, parsed.members);
  if (idempotency === 'malformed') return exchange.refuse('idempotency_key_malformed');
  exchange.key = idempotency.key;
  const { requestId: id, trace } = exchange;
  const onWaited = (waitMs: number) => exchange.waited(waitMs);
  return { contract, input: reading.input, id, bytes: body.length, idempotency, trace, onWaited };
}

function idempotencyOf(
  { ctx, method, route }: Exchange,
  { appId }: App,
  sent: Members,
): Idempotency | 'malformed' {
  const key = ctx.headers['idempotency-key'];
  return key === undefined || route.isRead ? withoutKey : callIdempotency(appId, key, { method, sent });
}
