import { randomFillSync } from 'node:crypto';
import { decodeTime, monotonicFactory } from 'ulid';

export type IdentPrefix = 'cus' | 'adr' | 'art' | 'ord' | 'whk';

/** Random bytes, drawn in advance: drawing them one at a time, as ulid does, costs a gateway 5 % of its CPU time. */
const drawn = new Uint8Array(4_096);
let next = drawn.length;

/** Returns a number from 0 to less than 1, in the 256 steps that ulid needs. */
function random(): number {
  if (next === drawn.length) {
    randomFillSync(drawn);
    next = 0;
  }
  return (drawn[next++] as number) / 256;
}

const ulid = monotonicFactory(random);

/** Separate from `ulid`: a factory never goes back in time, and idents of records use another clock. */
const recordUlid = monotonicFactory(random);

/** 26 characters in lower case that sort by time of creation. Used for requests, calls and jobs. */
export function newId(): string {
  return ulid().toLowerCase();
}

/** Time at which `newId` made an id, in milliseconds since 1970, by the clock of its process. */
export function timeOfId(id: string): number {
  return decodeTime(id.toUpperCase());
}

/** Time at which the ident of a record was given, in milliseconds since 1970. */
export function timeOfIdent(ident: string): number {
  return timeOfId(ident.slice(ident.indexOf('_') + 1));
}

/** Example: `cus_01jd2q4z0c8k3v7n5m9x1r6t2w`. */
export function newIdent(prefix: IdentPrefix | 'acc' | 'app'): string {
  return `${prefix}_${newId()}`;
}

/**
 * Idents of new records, by the fields that hold them. They sort by `now`, in milliseconds since 1970. Answers list records in
 * the order of their idents, so all gateways must use the same clock.
 */
export function newIdents(
  prefixes: Readonly<Record<string, IdentPrefix>>,
  now: number,
): Record<string, string> {
  const idents: Record<string, string> = {};
  for (const [name, prefix] of Object.entries(prefixes))
    idents[name] = `${prefix}_${recordUlid(now).toLowerCase()}`;
  return idents;
}
