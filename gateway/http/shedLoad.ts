import type { Context } from 'koa';
import { batchRun } from '../../shared/calls/batch.ts';
import type { Apps } from '../apps/apps.ts';
import type { CallClient } from '../calls/callClient.ts';
import type { Connections } from './connections.ts';
import { refuse, requestedMethod } from './refusals.ts';
import type { RequestState } from './state.ts';

/** The account of apps that are not known yet: it has nothing under way. */
const unknownAccount = -1;

/**
 * Refuses what there is no room for by its headers alone: reading a request and checking its signature cost nearly as much
 * as a call does, and an overloaded gateway has better use for that. Nothing is proven yet. Who lies here only gets
 * refused, or is found out by the steps that follow.
 */
export const shedLoad =
  (callClient: CallClient, apps: Apps, connections: Connections) =>
  (ctx: Context): void => {
    if (connections.isExcess(ctx.req.socket)) {
      ctx.set('Connection', 'close');
      return refuse(ctx, 'unavailable');
    }
    const { operation, signer } = ctx.state as RequestState;
    if (!operation && requestedMethod(ctx) !== batchRun.name) return;
    const account = apps.known(signer?.appId ?? '')?.account ?? unknownAccount;
    const bytes = Number(ctx.get('Content-Length')) || 0;
    const hasRoom = operation
      ? callClient.hasRoom(operation.contract, account, bytes)
      : callClient.hasRoomForBatch(account, bytes);
    if (!hasRoom) refuse(ctx, 'unavailable');
  };
