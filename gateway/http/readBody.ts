import { MIMEType } from 'node:util';
import type { Context } from 'koa';
import readBytes from 'raw-body';
import { digestPattern } from '../../shared/contract/keys/signatureV2.ts';
import { App } from '../apps/app.ts';
import type { AppCache, AppLookup } from '../apps/appCache.ts';
import { Unavailable } from '../calls/unavailable.ts';
import { maxBytesAtOnce } from '../json/parseBody.ts';
import { nextTurn } from '../json/work.ts';
import { type BodyRooms, smallBodyBytes } from './bodyRooms.ts';
import type { Exchange } from './exchange.ts';
import { ReceivingBody } from './receivingBody.ts';
import { rejectLate } from './rejectBroken.ts';
import { type RejectionDependencies, rejectUnsigned } from './rejectUnsigned.ts';

export interface BodyDependencies extends RejectionDependencies {
  readonly apps: AppCache;
  readonly bodyRooms: BodyRooms;
}

const overheadBytes = 1_024;

/** Request whose sender is not verified. */
export interface Received {
  /** App that `X-Svc-Hmac` names; undefined if the header is malformed. */
  readonly appId: string | undefined;
  /** The app as it is known when the body is there. */
  readonly app: Promise<AppLookup> | AppLookup;
  /** Claimed HMAC, in base64. */
  readonly digest: string;
  readonly body: Buffer;
}

/** `<APP_ID>:` and the HMAC. Two headers joined by a comma do not match. */
const signature = new RegExp(`^([\\w-]{1,64}):(${digestPattern})$`);

/**
 * Reads the exact bytes, since they are what is signed, up to a limit, and only of uncompressed JSON. Rejections that do not need
 * the body are sent before it is asked for.
 */
export async function readBody(
  exchange: Exchange,
  dependencies: BodyDependencies,
): Promise<Received | undefined> {
  const { ctx, route } = exchange;
  const { headers } = ctx;
  const isChunked = headers['transfer-encoding'] !== undefined;
  const announcedBytes = isChunked ? undefined : Number(headers['content-length'] ?? 0);
  const maxBytes = announcedBytes ?? route.maxBodyBytes;
  if (maxBytes > route.maxBodyBytes) return exchange.reject('body_too_large');
  const isPlain = headers['content-type'] === 'application/json' && headers['content-encoding'] === undefined;
  if (!isPlain && !isPlainJson(ctx)) return exchange.reject('content_type_unsupported');

  const [, appId, digest = ''] = signature.exec(String(headers['x-svc-hmac'] ?? '')) ?? [];
  const isLarge = maxBytes > smallBodyBytes;
  const mustContinue = headers.expect !== undefined && expectsContinue(ctx);
  const known = dependencies.apps.known(appId);
  const needsApp = isLarge ? known === undefined : mustContinue && appId === undefined;
  if (needsApp && !(await isOfKnownApp(exchange, appId, dependencies))) return undefined;
  // Memory is enough for one small body of a known app per connection.
  const needsRoom = isLarge || known === undefined;
  const announced = { appId, announcedBytes, isLarge };
  if (needsRoom && !(await acquireRoom(exchange, announced, dependencies.bodyRooms)))
    return exchange.rejectUnanswered(new Unavailable('bodies'));
  if (mustContinue) ctx.res.writeContinue();
  // Never exceeds the room, whatever the HTTP parser makes of the headers.
  const read = readBytes(ctx.req, { limit: maxBytes, length: announcedBytes ?? null });
  const body = await read.catch(typeOf);
  if (typeof body === 'string') return rejectBody(exchange, body);
  exchange.bodyBytes = body.length;
  // Its parts were joined in this turn; its signature is checked in another.
  if (body.length > maxBytesAtOnce) await nextTurn();
  return { appId, app: dependencies.apps.find(appId, known), digest, body };
}

interface AnnouncedBody {
  readonly appId: string | undefined;
  /** Undefined for a chunked body. */
  readonly announcedBytes: number | undefined;
  readonly isLarge: boolean;
}

async function acquireRoom(
  exchange: Exchange,
  { appId, announcedBytes, isLarge }: AnnouncedBody,
  bodyRooms: BodyRooms,
): Promise<boolean> {
  const { ctx, route } = exchange;
  const body = new ReceivingBody(ctx.req, {
    appId: appId ?? '',
    maxBytes: route.maxBodyBytes + overheadBytes,
    cut: () => rejectLate(ctx.res),
    announcedBytes: announcedBytes === undefined ? undefined : announcedBytes + overheadBytes,
  });
  const room = isLarge ? await bodyRooms.large.wait(body) : bodyRooms.unknown.acquire(body);
  exchange.hold(room);
  return room !== undefined;
}

/** True if the app that the request claims exists. Otherwise rejects the request like a wrong signature. */
async function isOfKnownApp(
  exchange: Exchange,
  appId: string | undefined,
  dependencies: BodyDependencies,
): Promise<boolean> {
  const startedAt = performance.now();
  const found = dependencies.apps.find(appId);
  const verdict = await found;
  if (verdict instanceof App) return true;
  const request = { appId, verdict, startedAt, hadLookup: found instanceof Promise } as const;
  await rejectUnsigned(exchange, request, dependencies);
  return false;
}

/** Type of raw-body's error; errors of the connection have none. */
function typeOf(error: { type?: string }): string {
  return error.type ?? 'connection';
}

function rejectBody(exchange: Exchange, why: string): undefined {
  if (why === 'entity.too.large') return exchange.reject('body_too_large');
  return exchange.reject('body_malformed', 'it is incomplete');
}

function isPlainJson(ctx: Context): boolean {
  return (
    ['', 'identity'].includes(ctx.get('Content-Encoding').toLowerCase()) && isJson(ctx.get('Content-Type'))
  );
}

/** Parameters mean nothing for JSON (RFC 8259, section 11), but a body in another charset is unreadable. */
function isJson(type: string): boolean {
  if (type === 'application/json') return true;
  try {
    const { essence, params } = new MIMEType(type);
    return essence === 'application/json' && (params.get('charset') ?? 'utf-8').toLowerCase() === 'utf-8';
  } catch {
    return false;
  }
}

export function expectsContinue(ctx: Context): boolean {
  return ctx.headers.expect?.toLowerCase() === '100-continue' && ctx.req.httpVersion === '1.1';
}
