import type { CallOptions } from './clientOptions.ts';

/** An operation whose answer says where the next one goes on. */
type Listing<Request, Answer> = (request: Request, options?: CallOptions) => Promise<Answer>;

/**
 * Reads a list page by page: each answer until the one without a `cursor`. Repeats `request` with the cursor of the answer
 * before. It throws what a call throws; then begin again with the last cursor.
 *
 * @example
 * for await (const { customers } of pages(service.customer.list, { limit: 500 })) await store(customers);
 */
export async function* pages<
  Request extends { readonly cursor?: string },
  Answer extends { readonly cursor: string | null },
>(
  list: Listing<Request, Answer>,
  request: Request,
  options?: CallOptions,
): AsyncGenerator<Answer, void, undefined> {
  let cursor: string | null | undefined;
  do {
    const answer = await list(cursor === undefined ? request : { ...request, cursor }, options);
    yield answer;
    ({ cursor } = answer);
  } while (cursor !== null);
}

/**
 * Follows what changes: answer after answer, each from the `cursor` of the one before, without an end. Empty answers come too,
 * so that you can keep their cursor: pass the last one as `after` to go on later. `wait_ms` in the request limits how often it
 * asks. End it with `break` or a `signal`.
 *
 * @example
 * for await (const { changes, cursor } of follow(service.changes.list, { after, wait_ms: 5_000 })) await apply(changes, cursor);
 */
export async function* follow<
  Request extends { readonly after?: string },
  Answer extends { readonly cursor: string },
>(
  list: Listing<Request, Answer>,
  request: Request,
  options?: CallOptions,
): AsyncGenerator<Answer, never, undefined> {
  for (let next = request; ; ) {
    const answer = await list(next, options);
    yield answer;
    next = { ...request, after: answer.cursor };
  }
}
