export interface Peeked {
  readonly head: Buffer;
  readonly isWhole: boolean;
  /** Stream from its beginning; can be read once. */
  readonly all: AsyncIterable<Buffer>;
}

/** Reads at least `bytes` of a stream, or all of it. `all` still begins with what was read. */
export async function peek(stream: AsyncIterable<Buffer>, bytes: number): Promise<Peeked> {
  const iterator = stream[Symbol.asyncIterator]();
  const chunks: Buffer[] = [];
  let size = 0;
  let isWhole = false;
  while (size < bytes && !isWhole) {
    const { done, value } = await iterator.next();
    if (done) isWhole = true;
    else size += chunks[chunks.push(value) - 1]?.length ?? 0;
  }
  return { head: Buffer.concat(chunks), isWhole, all: resumed(chunks, iterator) };
}

async function* resumed(chunks: Buffer[], rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    // Shifting lets chunks that were passed on be collected.
    for (let chunk = chunks.shift(); chunk; chunk = chunks.shift()) yield chunk;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}
