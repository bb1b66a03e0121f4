import type { App } from '../apps/app.ts';
import type { ReceivedCall } from '../calls/callRequest.ts';
import { parseBody } from '../json/parseBody.ts';
import { callIdempotency, withoutKey } from '../requests/idempotency.ts';
import { fieldRefusal } from '../requests/refusalReplies.ts';
import type { PublicOperation } from '../requests/routes.ts';
import type { Exchange } from './exchange.ts';

/** Records of a page that is probably no large answer: a record has about a kibibyte. */
const maxShortPage = 32;

/** Parses and validates the body once. Later steps trust the clean input. */
export async function readCall(
  exchange: Exchange,
  { contract, knows, read }: PublicOperation,
  app: App,
  body: Buffer,
): Promise<ReceivedCall | undefined> {
  const parsed = await parseBody(body, knows);
  if ('why' in parsed) return exchange.reject('body_malformed', parsed.why);
  const reading = read(parsed.members);
  if ('fieldErrors' in reading) return exchange.answer(fieldRefusal(contract.name, reading));
  const { requestId: id, method, trace } = exchange;
  const key = exchange.ctx.headers['idempotency-key'];
  const idempotency =
    key === undefined || exchange.route.isRead
      ? withoutKey
      : callIdempotency(app.appId, key, { method, sent: parsed.members });
  if (idempotency === 'malformed') return exchange.reject('idempotency_key_malformed');
  exchange.key = idempotency.key;
  const { input } = reading;
  return {
    contract,
    input,
    app: app.historyApp,
    id,
    bytes: body.length,
    idempotency,
    expectsLargeAnswer: 'limit' in contract.input && Number(input.limit) > maxShortPage,
    waits: exchange,
    trace,
  };
}
