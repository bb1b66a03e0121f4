/** About how large the input of a call is of which nothing else is known. */
export const defaultBytes = 256;

/**
 * Bytes that the answer to a read may have without room being set aside for it: thousands of reads may be in flight, and
 * most of their answers are far smaller.
 */
export const unreservedBytes = 32_768;

/** No answer has more bytes. */
export const maxAnswerBytes = 1_048_576;
