/** Redis did not run the command. An error of the connection leaves that open. */
export function isReplyError(error: unknown): error is Error {
  return error instanceof Error && error.name === 'ReplyError';
}

/** Redis has no memory left. Waiting does not help: memory is freed only when workers take jobs off the queues. */
export function isOutOfMemory(error: unknown): boolean {
  return isReplyError(error) && error.message.startsWith('OOM');
}
