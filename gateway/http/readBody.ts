import type { Context } from 'koa';
import readBytes from 'raw-body';
import { batchRun } from '../../shared/calls/batch.ts';
import { type BodyRooms, smallBodyBytes } from './bodyRooms.ts';
import { refuseLate } from './brokenRequests.ts';
import { isPlainJson } from './contentType.ts';
import { expectsContinue } from './discardUnread.ts';
import { ReceivingBody } from './receivingBody.ts';
import { refuse, requestedMethod } from './refusals.ts';
import { type RefusalParts, refuseUnsigned } from './refuseUnsigned.ts';
import type { RequestState } from './state.ts';

/** Bytes. */
const maxSingleBytes = 1_048_576;

interface Parts extends RefusalParts {
  readonly bodyRooms: BodyRooms;
}

/** What a request holds beside its body, in bytes. */
const overheadBytes = 1_024;

/**
 * Reads the exact bytes, which are what is signed: bounded, and only of uncompressed JSON. What can be refused without the
 * body is refused before it is asked for.
 */
export const readBody = (parts: Parts) => {
  const { apps, bodyRooms: rooms } = parts;
  return async (ctx: Context): Promise<void> => {
    const maxBytes = requestedMethod(ctx) === batchRun.name ? batchRun.maxBytes : maxSingleBytes;
    const announced = announcedBytes(ctx);
    if (announced !== undefined && announced > maxBytes) return refuse(ctx, 'body_too_large');
    if (!isPlainJson(ctx)) return refuse(ctx, 'content_type_unsupported');

    const { appId } = (ctx.state as Required<RequestState>).signer;
    const isLarge = (announced ?? maxBytes) > smallBodyBytes;
    const mayBeRefused = isLarge || (expectsContinue(ctx) && appId === '');
    if (mayBeRefused && !(await isOfKnownApp(ctx, appId, parts))) return;
    // As many of these as there may be connections fit into memory.
    if (!isLarge && apps.known(appId)) return receive(ctx, maxBytes);
    const body = new ReceivingBody(ctx.req, {
      ...{ appId, maxBytes: maxBytes + overheadBytes, onLate: () => refuseLate(ctx.res) },
      announcedBytes: announced === undefined ? undefined : announced + overheadBytes,
    });
    const room = isLarge ? rooms.large : rooms.unknown;
    if (!(isLarge ? await room.wait(body) : room.enter(body))) return refuse(ctx, 'unavailable');
    (ctx.state as RequestState).leaveRoom = () => room.leave(body);
    return receive(ctx, maxBytes);
  };
};

/** Gives back the room of the body. Once it is signed, its bytes count for the account. */
export function leaveRoom(ctx: Context): void {
  (ctx.state as RequestState).leaveRoom?.();
}

async function receive(ctx: Context, maxBytes: number): Promise<void> {
  if (expectsContinue(ctx)) ctx.res.writeContinue();
  const length = ctx.get('Content-Length') || null;
  const bytes = await readBytes(ctx.req, { limit: maxBytes, length }).catch(kind);
  if (typeof bytes === 'string') refuseBody(ctx, bytes);
  else (ctx.state as RequestState).body = bytes;
}

/** Whether the app exists that the request claims to be of; refuses it otherwise, as a wrong signature is refused. */
async function isOfKnownApp(ctx: Context, appId: string, parts: Parts): Promise<boolean> {
  const startedAt = performance.now();
  const found = appId ? parts.apps.find(appId) : undefined;
  const app = await found;
  if (app !== undefined && app !== 'unavailable') return true;
  const verdict = appId === '' ? 'malformed' : (app ?? 'unknown_app');
  await refuseUnsigned(ctx, { appId, verdict, startedAt, hadLookup: found instanceof Promise }, parts);
  return false;
}

/** Unknown for chunks. */
function announcedBytes(ctx: Context): number | undefined {
  if (ctx.headers['transfer-encoding'] !== undefined) return undefined;
  return Number(ctx.headers['content-length'] ?? 0);
}

/** What went wrong, in raw-body's words; errors of the connection have none. */
function kind(error: { type?: string }): string {
  return error.type ?? 'connection';
}

function refuseBody(ctx: Context, why: string): void {
  if (why === 'entity.too.large') refuse(ctx, 'body_too_large');
  else refuse(ctx, 'body_malformed', 'it did not arrive whole');
}
