/** Redis answered that it did not run the command. A connection that broke leaves open whether it did. */
export function isReplyError(error: unknown): error is Error {
  return error instanceof Error && error.name === 'ReplyError';
}

/** Redis has no memory left. Waiting does not help: it gets some back only when workers take jobs off the queues. */
export function isOutOfMemory(error: unknown): boolean {
  return isReplyError(error) && error.message.startsWith('OOM');
}
