import { createHash } from 'node:crypto';
import type { Idempotency } from '../../shared/calls/call.ts';
import type { Members } from '../../shared/input/reader.ts';
import { canonicalNumber, Numeral } from '../../shared/values/numeral.ts';

/** Of a request or an entry without a key. */
export const withoutKey: Idempotency = {};

const visibleCharacters = /^[!-~]{1,255}$/;

/** One call, as a request of its own or as the entry of a batch, which has no body. */
interface SentCall {
  readonly method: string;
  readonly sent: Members;
  readonly body?: Buffer;
}

/** Makes a call with a key recognizable, however it was sent; keys of different apps never meet. */
export function callIdempotency(
  appId: string,
  key: unknown,
  { method, sent, body }: SentCall,
): Idempotency | 'malformed' {
  if (!isKey(key)) return 'malformed';
  return {
    key: keyOf(appId, key),
    fingerprint: digest(`${method}\n`, body ?? textOf(sent)),
    valueFingerprint: digest(`${method}\n`, canonical(sent)),
  };
}

/** Makes a batch with a key recognizable as a whole, which is the same request only byte for byte. */
export function batchIdempotency(
  appId: string,
  key: unknown,
  { method, body }: { readonly method: string; readonly body: Buffer },
): Idempotency | 'malformed' {
  if (!isKey(key)) return 'malformed';
  return { key: keyOf(appId, key), fingerprint: digest(`${method}\n`, body) };
}

/** Makes an entry of a batch with a key recognizable: 22 of the key's characters, and the entry's index. */
export function idempotencyAt(index: number, { key, ...whole }: Idempotency): Idempotency {
  if (key === undefined) return withoutKey;
  return { ...whole, key: `${key.slice(0, 22)}.${String(index).padStart(3, '0')}` };
}

function isKey(key: unknown): key is string {
  return typeof key === 'string' && visibleCharacters.test(key);
}

function keyOf(appId: string, key: string): string {
  return digest(`${appId}:${key}`);
}

/** The same text for all ways to send the same values. Nested values count as null, since no operation uses them. */
function canonical(sent: Members): string {
  const names = [...sent.keys()].toSorted();
  return names.map((name) => `${JSON.stringify(name)}:${canonicalValue(sent.get(name))}`).join();
}

function canonicalValue(value: unknown): string {
  if (typeof value === 'number') return canonicalNumber(String(value));
  if (value instanceof Numeral) return canonicalNumber(value.source);
  return JSON.stringify(flat(value));
}

/** The text that takes the place of an entry's body, as in version 0.1.0. */
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
