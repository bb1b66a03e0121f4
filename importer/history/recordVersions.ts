import { shortNameFields } from '../plan/compareRecords.ts';
import type { RecordKind } from '../plan/rowPlan.ts';

/**
 * Compares versions of records. Our service makes them of the number of changes, the time of the last one, and for a customer
 * the number of its addresses. In another form, a record counts as changed: an undo then leaves it as it is.
 */
interface VersionParts {
  readonly changes: number;
  /** Digits of the time of the last change, in UTC. */
  readonly time: string;
  readonly addresses: number;
}

function partsOf(version: string): VersionParts | undefined {
  const [, changes, time = '', addresses] = /^(\d+)\.(\d{14})(?:\.(\d+))?$/.exec(version) ?? [];
  if (changes === undefined) return undefined;
  return { changes: Number(changes), time, addresses: Number(addresses ?? 0) };
}

/** Fields that name a record for people, and that show with its version whether somebody has changed it. */
export function comparedFields(kind: RecordKind): readonly string[] {
  const others = kind === 'customer' ? ['divergent_delivery_address'] : [];
  return [...shortNameFields[kind], `${kind}_nr`, ...others];
}

/** True if nobody has changed a record since it was created with so many addresses. */
export function isAsCreated(version: string, addresses: number): boolean {
  const parts = partsOf(version);
  return parts?.changes === 0 && parts.addresses === addresses;
}

export type OwnAddress = 'none' | 'changed' | 'added';

/** True if a record has a version, or the one that follows when we alone changed or added one delivery address. */
export function isAsLeft(found: string, left: string, address: OwnAddress): boolean {
  if (address === 'none') return found === left;
  const [now, before] = [partsOf(found), partsOf(left)];
  if (!now || !before) return false;
  const changes = before.changes + (address === 'changed' ? 1 : 0);
  return now.changes === changes && now.addresses === before.addresses + (address === 'added' ? 1 : 0);
}

/** Time of the last change of the record itself, as ISO 8601. */
export function changedAt(version: string): string | undefined {
  const digits = /^(....)(..)(..)(..)(..)(..)$/.exec(partsOf(version)?.time ?? '');
  if (!digits) return undefined;
  const [, year, month, day, hour, minute, second] = digits;
  return `${year}-${month}-${day}T${hour}:${minute}:${second}Z`;
}

/** Replaces the time of a version: it is unknown if the service did not answer the change. */
export function atAnyTime(version: string): string {
  return version.replace(/\.\d{14}/, '.*');
}

/** Version of a customer after delivery addresses of it were changed, and some of them removed. */
export function afterAddresses(version: string, changed: number, removed: number): string {
  const { changes, addresses } = partsOf(version) ?? { changes: Number.NaN, addresses: 0 };
  return `${changes + changed}.*.${addresses - removed}`;
}

/** Version of a customer before delivery addresses were added, which count, but do not change the customer. */
export function beforeAdded(version: string, added: number): string {
  return version.replace(/\.(\d+)$/, (_, addresses: string) => `.${Number(addresses) - added}`);
}
