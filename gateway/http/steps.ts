import type { Context } from 'koa';

/** A step in the path of a request. A step that answers ends the path. */
export type Step = (ctx: Context) => Promise<void> | void;

/** Runs the steps one after the other, until one of them answers. Steps that return no promise are not awaited. */
export async function inTurn(ctx: Context, steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    const waiting = step(ctx);
    if (waiting) await waiting;
    if (ctx.body !== undefined) return;
  }
}
