import type { Context, Next } from 'koa';
import type { Apps } from '../apps.ts';
import type { Caller } from '../calls/caller.ts';
import { publicOperations } from '../operations.ts';
import { claimedApp } from './authenticate.ts';
import { refuse } from './refusals.ts';

/** The account of apps that are not known yet: it has nothing under way. */
const unknownAccount = -1;

/**
 * Refuses what there is no room for by its headers alone: reading a request and checking its signature cost nearly as much
 * as a call does, and an overloaded gateway has better use for that. Nothing is proven yet. Who lies here only gets
 * refused, or is found out by the steps that follow.
 */
export const shedLoad =
  (caller: Caller, apps: Apps) =>
  (ctx: Context, next: Next): Promise<void> | void => {
    const operation = publicOperations.get(ctx.get('X-Svc-Method'));
    if (!operation) return next();
    const account = apps.known(claimedApp(ctx).appId)?.account ?? unknownAccount;
    const bytes = Number(ctx.get('Content-Length')) || 0;
    if (caller.hasRoom(operation.contract, account, bytes)) return next();
    ctx.req.resume();
    refuse(ctx, 'unavailable');
  };
