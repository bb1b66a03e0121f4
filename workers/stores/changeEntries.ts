import type { ChangedResource, ChangeKind } from '../../shared/contract/resources/change.ts';

export interface Change {
  readonly resource: ChangedResource;
  readonly ident: string;
  readonly kind: ChangeKind;
}

/** Formats a line of the column `entries`. Idents contain no blanks. */
export function entryOf({ kind, resource, ident }: Change): string {
  return `${kind} ${resource} ${ident}`;
}

export function changesIn(entries: string): readonly Change[] {
  return entries.split('\n').map((entry) => {
    const [kind, resource, ident] = entry.split(' ') as [ChangeKind, ChangedResource, string];
    return { resource, ident, kind };
  });
}
