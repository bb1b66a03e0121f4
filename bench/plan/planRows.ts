import { columnsOf, type ImportedResource, type Row, rowAt } from '../import/files.ts';

/** Relation of a row of the list to the records of the account. */
export type RowKind = 'same' | 'changed' | 'new' | 'repeated' | 'invalid' | 'ambiguous';

/**
 * Kinds of the rows of a block. A repeated row repeats one of its block; an ambiguous one has other values under the ident
 * of another.
 */
const block: readonly RowKind[] = [
  ...(['same', 'same', 'same', 'same', 'same', 'same', 'same', 'same', 'ambiguous'] as const),
  ...(['changed', 'changed', 'changed', 'changed', 'changed', 'new', 'new', 'new'] as const),
  ...(['repeated', 'invalid', 'ambiguous'] as const),
];
export const blockRows = block.length;

export const invalidCode = 'value_unreadable';

/** A list of `rows` rows for an account with as many records: record n is row n of the first file. */
export class PlanRows {
  readonly resource: ImportedResource;
  readonly rows: number;

  constructor(resource: ImportedResource, rows: number) {
    this.resource = resource;
    this.rows = rows;
  }

  get columns(): readonly string[] {
    return columnsOf(this.resource);
  }

  kindOf(at: number): RowKind {
    return block[at % blockRows] as RowKind;
  }

  count(kind: RowKind): number {
    let count = 0;
    for (let at = 0; at < this.rows; at += 1) if (this.kindOf(at) === kind) count += 1;
    return count;
  }

  /** Returns the record of a row. Numbers from `rows` on are new records. */
  recordOf(at: number): number {
    const kind = this.kindOf(at);
    if (kind === 'new') return this.rows + at;
    if (kind === 'repeated') return this.recordOf(repeatedBy(at));
    return kind === 'ambiguous' && at % blockRows === blockRows - 1 ? at - ambiguousDistance : at;
  }

  original(record: number): Row {
    return rowAt(this.resource, record);
  }

  changed(record: number): Row {
    const row = this.original(record);
    if (this.resource === 'articles')
      return {
        ...row,
        article_price: (5_000 + (record % 1_000)) / 100,
        article_description: `Lot ${record}`,
      };
    const delivery = row.delivery_city ? { delivery_city: `Neustadt ${record % 90}` } : {};
    return { ...row, bill_street: `Neue Straße ${record % 300}`, ...delivery };
  }

  listed(at: number): Row {
    const record = this.recordOf(at);
    const kind = this.kindOf(at);
    if (kind === 'repeated') return this.listed(repeatedBy(at));
    if (kind === 'invalid') return { ...this.original(record), ...this.#invalid };
    const isOther = kind === 'changed' || (kind === 'ambiguous' && record !== at);
    return isOther ? this.changed(record) : this.original(record);
  }

  /** An unreadable value: an empty one would keep the value of the record. */
  get #invalid(): Row {
    return this.resource === 'articles' ? { article_price: 'on request' } : { bill_country: 'Atlantis' };
  }
}

/** Distance between the two rows of an ambiguous pair; the second one is the last of its block. */
const ambiguousDistance = blockRows - 1 - block.indexOf('ambiguous');

/** Returns the row that a repeated row repeats: a new one and a changed one in turn. */
function repeatedBy(at: number): number {
  const first = at - (at % blockRows);
  const kind = (first / blockRows) % 2 === 0 ? 'new' : 'changed';
  return first + block.lastIndexOf(kind);
}
