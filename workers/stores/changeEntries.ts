import type { ChangedResource, ChangeKind } from '../../shared/resources/change.ts';

/** A change of a record. */
export interface Change {
  readonly resource: ChangedResource;
  readonly ident: string;
  readonly kind: ChangeKind;
}

/** A change as a line of the column `entries`. Idents contain no blanks. */
export function entryOf({ kind, resource, ident }: Change): string {
  return `${kind} ${resource} ${ident}`;
}

/** The changes of a row. */
export function changesIn(entries: string): readonly Change[] {
  return entries.split('\n').map((entry) => {
    const [kind, resource, ident] = entry.split(' ') as [ChangeKind, ChangedResource, string];
    return { resource, ident, kind };
  });
}
