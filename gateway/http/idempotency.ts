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
export function idempotencyOf(ctx: Context, app: App, body: Buffer): Idempotency | 'malformed' {
  const key = ctx.headers['idempotency-key'];
  return key === undefined ? {} : keyedIdempotency(app, key, requestedMethod(ctx), body);
}

/** The same of a key and a body that came otherwise than as header and request. */
export function keyedIdempotency(
  { appId }: App,
  key: unknown,
  method: string,
  body: Buffer | string,
): Idempotency | 'malformed' {
  if (typeof key !== 'string' || !visibleCharacters.test(key)) return 'malformed';
  return { key: digest(`${appId}:${key}`), fingerprint: digest(`${method}\n`, body) };
}

/** What makes one of many calls in a repeated request recognizable: 22 of the key's characters, and the call's place. */
export function idempotencyAt(at: number, { key, ...whole }: Idempotency): Idempotency {
  return key === undefined ? {} : { ...whole, key: `${key.slice(0, 22)}.${String(at).padStart(3, '0')}` };
}

/** 156 bits in 26 characters: as long as an id of ours, and never equal to one. */
function digest(...parts: (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('base64url').slice(0, 26);
}
