/** Milliseconds for an answer, also on a busy machine; a request without one would hold its chapter for ever. */
const answerMs = 60_000;

/** Rejects if an answer does not come. */
export async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${answerMs} ms`)), answerMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
