import { createHash } from 'node:crypto';
import type { Context } from 'koa';
import type { Members } from '../../shared/input/reader.ts';
import { canonicalNumber, Numeral } from '../../shared/values/numeral.ts';
import type { App } from '../apps/apps.ts';
import { requestedMethod } from './refusals.ts';
import type { RequestState } from './state.ts';

/** What makes a repeated request recognizable, if the client asked for it. */
export interface Idempotency {
  readonly key?: string;
  readonly fingerprint?: string;
  readonly valueFingerprint?: string;
}

const visibleCharacters = /^[!-~]{1,255}$/;

/** Reads the `Idempotency-Key` of a batch as a whole, which is the same request only byte for byte. */
export function idempotencyOf(ctx: Context, app: App, body: Buffer): Idempotency | 'malformed' {
  const key = ctx.headers['idempotency-key'];
  if (key === undefined) return {};
  if (!isKey(key)) return 'malformed';
  return { key: keyOf(app, key), fingerprint: digest(`${requestedMethod(ctx)}\n`, body) };
}

/** Reads the `Idempotency-Key` of a single call. */
export function callIdempotency(
  ctx: Context,
  app: App,
  { sent, body }: Required<Pick<RequestState, 'sent' | 'body'>>,
): Idempotency | 'malformed' {
  const key = ctx.headers['idempotency-key'];
  return key === undefined ? {} : keyedIdempotency(app, key, { method: requestedMethod(ctx), sent, body });
}

/** One call, as a request of its own or as the entry of a batch, which has no body. */
interface SentCall {
  readonly method: string;
  readonly sent: Members;
  readonly body?: Buffer;
}

/** What makes a call with a key recognizable, however it was sent; keys of different apps never meet. */
export function keyedIdempotency(
  app: App,
  key: unknown,
  { method, sent, body }: SentCall,
): Idempotency | 'malformed' {
  if (!isKey(key)) return 'malformed';
  return {
    key: keyOf(app, key),
    fingerprint: digest(`${method}\n`, body ?? textOf(sent)),
    valueFingerprint: digest(`${method}\n`, canonical(sent)),
  };
}

/** What makes one of many calls in a repeated request recognizable: 22 of the key's characters, and the call's place. */
export function idempotencyAt(at: number, { key, ...whole }: Idempotency): Idempotency {
  return key === undefined ? {} : { ...whole, key: `${key.slice(0, 22)}.${String(at).padStart(3, '0')}` };
}

function isKey(key: unknown): key is string {
  return typeof key === 'string' && visibleCharacters.test(key);
}

function keyOf({ appId }: App, key: string): string {
  return digest(`${appId}:${key}`);
}

/** One text for all ways to send the same values. What is nested counts as nothing, since no operation uses it. */
function canonical(sent: Members): string {
  const names = [...sent.keys()].toSorted();
  return names.map((name) => `${JSON.stringify(name)}:${canonicalValue(sent.get(name))}`).join();
}

function canonicalValue(value: unknown): string {
  if (typeof value === 'number') return canonicalNumber(String(value));
  if (value instanceof Numeral) return canonicalNumber(value.source);
  return JSON.stringify(flat(value));
}

/** The text that stands for the body of an entry, as in version 0.1.0. */
function textOf(sent: Members): string {
  const members = [...sent].map(([name, value]) => [
    name,
    value instanceof Numeral ? Number(value.source) : flat(value),
  ]);
  return JSON.stringify(Object.fromEntries(members));
}

function flat(value: unknown): unknown {
  return typeof value === 'object' ? null : value;
}

/** 156 bits in 26 characters: as long as an id of ours, and never equal to one. */
function digest(...parts: (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('base64url').slice(0, 26);
}
