import readBytes from 'raw-body';
import { type Apps, isApp } from '../apps/apps.ts';
import { Unavailable } from '../calls/unavailable.ts';
import { type BodyRooms, smallBodyBytes } from './bodyRooms.ts';
import { refuseLate } from './brokenRequests.ts';
import { isPlainJson } from './contentType.ts';
import { expectsContinue } from './discardUnread.ts';
import type { Exchange } from './exchange.ts';
import type { Head } from './readHead.ts';
import { ReceivingBody } from './receivingBody.ts';
import { type RefusalParts, refuseUnsigned } from './refuseUnsigned.ts';

interface Parts extends RefusalParts {
  readonly apps: Apps;
  readonly bodyRooms: BodyRooms;
}

/** What a request takes beside its body, in bytes. */
const overheadBytes = 1_024;

/**
 * Reads the exact bytes, which are what is signed: bounded, and only of uncompressed JSON. What can be refused without the
 * body is refused before it is asked for.
 */
export async function readBody(exchange: Exchange, head: Head, parts: Parts): Promise<Buffer | undefined> {
  const { ctx } = exchange;
  const { maxBodyBytes } = exchange.route;
  const { announcedBytes = maxBodyBytes } = head;
  if (announcedBytes > maxBodyBytes) return exchange.refuse('body_too_large');
  if (!isPlainJson(ctx)) return exchange.refuse('content_type_unsupported');

  const isLarge = announcedBytes > smallBodyBytes;
  const mayBeRefused = isLarge || (expectsContinue(ctx) && head.appId === undefined);
  if (mayBeRefused && !(await isOfKnownApp(exchange, head, parts))) return undefined;
  // As many of these as there may be connections fit into memory.
  if (!isLarge && head.knownApp) return receive(exchange, head);
  if (!(await enterRoom(exchange, head, parts))) return exchange.fail(new Unavailable('bodies'));
  return receive(exchange, head);
}

/** Resolves to whether there is room for the body, which it then holds. */
async function enterRoom(exchange: Exchange, head: Head, { bodyRooms }: Parts): Promise<boolean> {
  const { ctx } = exchange;
  const { appId = '', announcedBytes } = head;
  const { maxBodyBytes } = exchange.route;
  const body = new ReceivingBody(ctx.req, {
    ...{ appId, maxBytes: maxBodyBytes + overheadBytes, onLate: () => refuseLate(ctx.res) },
    announcedBytes: announcedBytes === undefined ? undefined : announcedBytes + overheadBytes,
  });
  const isLarge = (announcedBytes ?? maxBodyBytes) > smallBodyBytes;
  const room = isLarge ? bodyRooms.large : bodyRooms.unknown;
  const isInside = isLarge ? await room.wait(body) : room.enter(body);
  if (isInside) exchange.holdBodyRoom(() => room.leave(body));
  return isInside;
}

async function receive(exchange: Exchange, { announcedBytes }: Head): Promise<Buffer | undefined> {
  const { ctx } = exchange;
  if (expectsContinue(ctx)) ctx.res.writeContinue();
  // Never more than was reserved, whatever the HTTP parser makes of the headers.
  const limit = announcedBytes ?? exchange.route.maxBodyBytes;
  const bytes = await readBytes(ctx.req, { limit, length: announcedBytes ?? null }).catch(kind);
  if (typeof bytes === 'string') return refuseBody(exchange, bytes);
  exchange.bodyBytes = bytes.length;
  return bytes;
}

/** Whether the app exists that the request claims to be of; refuses it otherwise, as a wrong signature is refused. */
async function isOfKnownApp(exchange: Exchange, { appId }: Head, parts: Parts): Promise<boolean> {
  const startedAt = performance.now();
  const found = appId === undefined ? undefined : parts.apps.find(appId);
  const app = await found;
  if (isApp(app)) return true;
  const verdict = app ?? 'malformed';
  const refused = { appId, verdict, startedAt, hadLookup: found instanceof Promise } as const;
  await refuseUnsigned(exchange, refused, parts);
  return false;
}

/** What went wrong, in raw-body's words; errors of the connection have none. */
function kind(error: { type?: string }): string {
  return error.type ?? 'connection';
}

function refuseBody(exchange: Exchange, why: string): undefined {
  if (why === 'entity.too.large') return exchange.refuse('body_too_large');
  return exchange.refuse('body_malformed', 'it is incomplete');
}
