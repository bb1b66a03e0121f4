import { createHash } from 'node:crypto';
import type { Members } from '../../shared/contract/input/reader.ts';
import { isIdempotencyKey } from '../../shared/contract/values/idempotencyKey.ts';
import { canonicalNumber, Numeral } from '../../shared/contract/values/numeral.ts';
import { entryKey, type Idempotency } from '../../shared/wire/call.ts';

export const withoutKey: Idempotency = {};

interface SentCall {
  readonly method: string;
  readonly sent: Members;
}

/** Identifies a call with a key, whether it is sent alone or in a batch. Keys of different apps never meet. */
export function callIdempotency(
  appId: string,
  key: unknown,
  { method, sent }: SentCall,
): Idempotency | 'malformed' {
  if (!isIdempotencyKey(key)) return 'malformed';
  return {
    key: keyOf(appId, key),
    fingerprint: digest(`${method}\n`, canonical(sent)),
  };
}

/** Identifies a batch with a key. Only the same bytes count as the same request. */
export function batchIdempotency(
  appId: string,
  key: unknown,
  { method, body }: { readonly method: string; readonly body: Buffer },
): Idempotency | 'malformed' {
  if (!isIdempotencyKey(key)) return 'malformed';
  return { key: keyOf(appId, key), fingerprint: digest(`${method}\n`, body) };
}

/** Identifies an entry of a batch with a key. */
export function idempotencyAt(index: number, { key, fingerprint }: Idempotency): Idempotency {
  if (key === undefined) return withoutKey;
  return { key: entryKey(key, index), fingerprint };
}

function keyOf(appId: string, key: string): string {
  return digest(`${appId}:${key}`);
}

/** Returns the same text for all spellings of the same values. Objects in them count as null, since no operation uses them. */
function canonical(sent: Members): string {
  const names = [...sent.keys()].toSorted();
  return names.map((name) => `${JSON.stringify(name)}:${canonicalValue(sent.get(name))}`).join();
}

function canonicalValue(value: unknown): string {
  if (typeof value === 'number') return canonicalNumber(String(value));
  if (value instanceof Numeral) return canonicalNumber(value.source);
  if (Array.isArray(value)) return `[${value.map(canonicalValue).join()}]`;
  return JSON.stringify(typeof value === 'object' ? null : value);
}

/** 156 bits in 26 characters: as long as an id of ours, and never equal to one. */
function digest(...parts: (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('base64url').slice(0, 26);
}
