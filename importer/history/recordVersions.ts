/**
 * Compares versions of records. Our service makes them of the number of changes, the time of the last one, and for a customer
 * the number of its addresses. In another form, a record counts as changed: an undo then leaves it as it is.
 */
interface VersionParts {
  readonly changes: number;
  readonly addresses: number;
}

function partsOf(version: string): VersionParts | undefined {
  const [, changes, addresses] = /^(\d+)\.\d{14}(?:\.(\d+))?$/.exec(version) ?? [];
  return changes === undefined ? undefined : { changes: Number(changes), addresses: Number(addresses ?? 0) };
}

/** True if nobody has changed a record since it was created with so many addresses. */
export function isAsCreated(version: string, addresses: number): boolean {
  const parts = partsOf(version);
  return parts?.changes === 0 && parts.addresses === addresses;
}

/** True if a record has a version, or the one that follows when we alone changed or added one delivery address. */
export function isAsLeft(found: string, left: string, address: 'none' | 'changed' | 'added'): boolean {
  if (address === 'none') return found === left;
  const [now, before] = [partsOf(found), partsOf(left)];
  if (!now || !before) return false;
  const changes = before.changes + (address === 'changed' ? 1 : 0);
  return now.changes === changes && now.addresses === before.addresses + (address === 'added' ? 1 : 0);
}
