import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Context } from 'koa';

/** Smaller answers take few packets, and compressing them costs more time than it saves. */
export const minCompressedBytes = 8_192;

/** Half of the threads that Node has for compression and for looking up names. */
const maxAtOnce = 2;

/** JSON of records shrinks to an eighth; higher levels take half as much time again for a twentieth less. */
const options = { level: 2, chunkSize: 65_536 };

/**
 * Compresses answers outside the event loop, for clients that ask for it. The compressed bytes are collected before they are
 * sent, so that clients that read slowly do not occupy a thread.
 */
export class AnswerCompressor {
  #running = 0;

  /** Leaves the body as it is while others are compressed, or if the client did not ask. */
  async compress(ctx: Context): Promise<void> {
    ctx.vary('Accept-Encoding');
    if (this.#running >= maxAtOnce || isGone(ctx) || !acceptsGzip(ctx)) return;
    this.#running += 1;
    const compressed = await gzip(ctx).finally(() => {
      this.#running -= 1;
    });
    if (!compressed) return;
    ctx.set('Content-Encoding', 'gzip');
    ctx.body = compressed;
  }
}

/** True if the client prefers gzip to an uncompressed answer, by its `Accept-Encoding`. */
export function acceptsGzip(ctx: Context): boolean {
  return ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
}

async function gzip({ body, res }: Context): Promise<Buffer | undefined> {
  const gone = new AbortController();
  const abort = () => gone.abort();
  res.once('close', abort);
  const pieces: Buffer[] = [];
  const collect = async (compressed: AsyncIterable<Buffer>) => {
    for await (const piece of compressed) pieces.push(piece);
  };
  try {
    const source = typeof body === 'string' ? [body] : (body as Readable);
    await pipeline(source, createGzip(options), collect, { signal: gone.signal });
    return Buffer.concat(pieces);
  } catch (error) {
    if (gone.signal.aborted) return undefined;
    /* v8 ignore next -- zlib fails only when it gets no memory. */
    throw error;
  } finally {
    res.off('close', abort);
  }
}

function isGone({ req, res }: Context): boolean {
  return res.closed || req.socket.destroyed;
}
