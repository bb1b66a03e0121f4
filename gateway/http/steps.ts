import type { Context } from 'koa';

/** A step on the way of a request. The request is at its end when a step has answered it. */
export type Step = (ctx: Context) => Promise<void> | void;

/** Runs the steps one after the other, until one of them answers. Steps that need not wait cost no turn. */
export async function inTurn(ctx: Context, steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    const waiting = step(ctx);
    if (waiting) await waiting;
    if (ctx.body !== undefined) return;
  }
}
