import { columnsOf, type ImportedResource, type Row, rowAt } from '../import/files.ts';

/** What a row of the list is, compared with the records of the account. */
export type RowKind = 'same' | 'changed' | 'new' | 'repeated' | 'invalid' | 'ambiguous';

/** The kinds of each block of rows. A repeated row repeats one of its block; an ambiguous one has other values under the ident of another. */
const block: readonly RowKind[] = [
  ...(['same', 'same', 'same', 'same', 'same', 'same', 'same', 'same', 'ambiguous'] as const),
  ...(['changed', 'changed', 'changed', 'changed', 'changed', 'new', 'new', 'new'] as const),
  ...(['repeated', 'invalid', 'ambiguous'] as const),
];
export const blockRows = block.length;

/** The code with which invalid rows are refused. */
export const invalidCode = 'value_unreadable';

/** A list of `rows` rows, for an account that has as many records; record n is the one of row n of its first file. */
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

  /** How many rows are of a kind. */
  count(kind: RowKind): number {
    let count = 0;
    for (let at = 0; at < this.rows; at += 1) if (this.kindOf(at) === kind) count += 1;
    return count;
  }

  /** The record that a row of the list is about. Numbers from `rows` on are new. */
  recordOf(at: number): number {
    const kind = this.kindOf(at);
    if (kind === 'new') return this.rows + at;
    if (kind === 'repeated') return this.recordOf(repeatedBy(at));
    return kind === 'ambiguous' && at % blockRows === blockRows - 1 ? at - ambiguousDistance : at;
  }

  /** A record as the first file, or a new row, has it. */
  original(record: number): Row {
    return rowAt(this.resource, record);
  }

  /** The record with other values. */
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

  /** An empty value would not do: it keeps the one of the record. */
  get #invalid(): Row {
    return this.resource === 'articles' ? { article_price: 'on request' } : { bill_country: 'Atlantis' };
  }
}

/** An ambiguous pair: the last row of a block, and the one so far before it. */
const ambiguousDistance = blockRows - 1 - block.indexOf('ambiguous');

/** A repeated row repeats a new one and a changed one in turn. */
function repeatedBy(at: number): number {
  const first = at - (at % blockRows);
  const kind = (first / blockRows) % 2 === 0 ? 'new' : 'changed';
  return first + block.lastIndexOf(kind);
}
