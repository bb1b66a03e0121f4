import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { Context } from 'koa';
import { expectsContinue } from './readBody.ts';

/** Bytes of a rejected body that are read so that its client gets to read the answer. */
const maxBytes = 33_554_432;

/**
 * Maximum number of rejected requests that are read at once. A further one replaces the oldest: a client that only sends
 * occupies a place, but not for long.
 */
const maxRequests = 16;

const discarding = new Set<IncomingMessage>();

/**
 * Lets clients read why they were rejected while they still send: the rest of their request is read and dropped. Closing a
 * connection with unread bytes resets it, and the answer is lost.
 */
export function discardUnread(ctx: Context): void {
  const { req } = ctx;
  if (req.destroyed) return;
  if (expectsContinue(ctx) || Number(ctx.get('Content-Length')) > maxBytes) ctx.set('Connection', 'close');
  const oldest = discarding.size >= maxRequests ? discarding.values().next().value : undefined;
  oldest?.destroy();
  discarding.add(req);
  const discarded = discard(req).then(() => void discarding.delete(req));
  if (!willKeepAlive(ctx)) endWhen(ctx, discarded);
}

/** Resolves when the request has ended, which is within the request timeout. */
function discard(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let left = maxBytes;
    request.once('end', resolve).once('close', resolve);
    request.on('data', (bytes) => {
      left -= bytes.length;
      if (left < 0) request.destroy();
    });
    request.resume();
  });
}

function willKeepAlive({ res }: Context): boolean {
  return res.shouldKeepAlive && res.getHeader('Connection') !== 'close';
}

/** Sends the whole answer, but ends it later: Node closes the connection with its end. */
function endWhen(ctx: Context, discarded: Promise<void>): void {
  if (typeof ctx.body !== 'string') return;
  const text = Buffer.from(ctx.body);
  ctx.body = Readable.from(
    (async function* () {
      yield text;
      await discarded;
    })(),
  );
  ctx.length = text.length;
}
