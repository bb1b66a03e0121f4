import type { Context } from 'koa';
import { publicOperations } from '../operations.ts';
import { claimedSigner } from './authenticate.ts';
import { requestedMethod } from './refusals.ts';
import type { RequestState } from './state.ts';

/** Reads what the headers claim. Nothing is proven yet, and nothing refused. */
export function readHead(ctx: Context): void {
  const state: RequestState = ctx.state;
  state.signer = claimedSigner(ctx);
  state.operation = publicOperations.get(requestedMethod(ctx));
}
