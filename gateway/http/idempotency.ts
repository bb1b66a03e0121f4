import { createHash } from 'node:crypto';
import type { Context } from 'koa';
import type { App } from '../apps.ts';
import { requestedMethod } from './refusals.ts';

/** What makes a repeated request recognizable, if the client asked for it. */
export interface Idempotency {
  readonly key?: string;
  readonly fingerprint?: string;
}

const visibleCharacters = /^[!-~]{1,255}$/;

/** Reads `Idempotency-Key`; keys of different apps never meet (contract.md, "HTTP"). */
export function idempotencyOf(ctx: Context, { appId }: App, body: Buffer): Idempotency | 'malformed' {
  const key = ctx.headers['idempotency-key'];
  if (key === undefined) return {};
  if (typeof key !== 'string' || !visibleCharacters.test(key)) return 'malformed';
  return { key: digest(`${appId}:${key}`), fingerprint: digest(`${requestedMethod(ctx)}\n`, body) };
}

/** 156 bits in 26 characters: as long as an id of ours, and never equal to one. */
function digest(...parts: (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('base64url').slice(0, 26);
}
