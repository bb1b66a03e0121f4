import { MIMEType } from 'node:util';
import type { Context } from 'koa';
import readBytes from 'raw-body';
import { App } from '../apps/app.ts';
import type { Apps } from '../apps/apps.ts';
import { Unavailable } from '../calls/unavailable.ts';
import { type BodyRooms, smallBodyBytes } from './bodyRooms.ts';
import type { Exchange } from './exchange.ts';
import type { Head } from './readHead.ts';
import { ReceivingBody } from './receivingBody.ts';
import { type RejectionDependencies, rejectUnsigned } from './rejectUnsigned.ts';
import { rejectLate } from './server.ts';

interface BodyDependencies extends RejectionDependencies {
  readonly apps: Apps;
  readonly bodyRooms: BodyRooms;
}

const overheadBytes = 1_024;

/**
 * Reads the exact bytes, since they are what is signed, up to a limit, and only of uncompressed JSON. Rejections that do not need
 * the body are sent before it is asked for.
 */
export async function readBody(
  exchange: Exchange,
  head: Head,
  dependencies: BodyDependencies,
): Promise<Buffer | undefined> {
  const { ctx } = exchange;
  const { maxBodyBytes } = exchange.route;
  const { announcedBytes = maxBodyBytes } = head;
  if (announcedBytes > maxBodyBytes) return exchange.reject('body_too_large');
  if (!isPlainJson(ctx)) return exchange.reject('content_type_unsupported');

  const isLarge = announcedBytes > smallBodyBytes;
  const mayBeRefused = isLarge || (expectsContinue(ctx) && head.appId === undefined);
  if (mayBeRefused && !(await isOfKnownApp(exchange, head, dependencies))) return undefined;
  // Memory is enough for one of these per connection.
  if (!isLarge && head.known) return receive(exchange, head);
  if (!(await enterRoom(exchange, head, dependencies))) return exchange.fail(new Unavailable('bodies'));
  return receive(exchange, head);
}

async function enterRoom(exchange: Exchange, head: Head, { bodyRooms }: BodyDependencies): Promise<boolean> {
  const { ctx } = exchange;
  const { appId = '', announcedBytes } = head;
  const { maxBodyBytes } = exchange.route;
  const body = new ReceivingBody(ctx.req, {
    appId,
    maxBytes: maxBodyBytes + overheadBytes,
    onLate: () => rejectLate(ctx.res),
    announcedBytes: announcedBytes === undefined ? undefined : announcedBytes + overheadBytes,
  });
  const isLarge = (announcedBytes ?? maxBodyBytes) > smallBodyBytes;
  const room = isLarge ? bodyRooms.large : bodyRooms.unknown;
  const isInside = isLarge ? await room.wait(body) : room.enter(body);
  if (isInside) exchange.leaveBodyRoom = () => room.leave(body);
  return isInside;
}

async function receive(exchange: Exchange, { announcedBytes }: Head): Promise<Buffer | undefined> {
  const { ctx } = exchange;
  if (expectsContinue(ctx)) ctx.res.writeContinue();
  // Never exceeds the reservation, whatever the HTTP parser makes of the headers.
  const limit = announcedBytes ?? exchange.route.maxBodyBytes;
  const bytes = await readBytes(ctx.req, { limit, length: announcedBytes ?? null }).catch(kind);
  if (typeof bytes === 'string') return rejectBody(exchange, bytes);
  exchange.bodyBytes = bytes.length;
  return bytes;
}

/** True if the app that the request claims exists. Otherwise rejects the request like a wrong signature. */
async function isOfKnownApp(
  exchange: Exchange,
  { appId }: Head,
  dependencies: BodyDependencies,
): Promise<boolean> {
  const startedAt = performance.now();
  const found = appId === undefined ? undefined : dependencies.apps.find(appId);
  const app = await found;
  if (app instanceof App) return true;
  const verdict = app ?? 'malformed';
  const refused = { appId, verdict, startedAt, hadLookup: found instanceof Promise } as const;
  await rejectUnsigned(exchange, refused, dependencies);
  return false;
}

/** Type of raw-body's error; errors of the connection have none. */
function kind(error: { type?: string }): string {
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
