import { maxExternalIdentLength } from '../../shared/contract/resources/field.ts';
import { cleanLine } from '../../shared/contract/values/clean.ts';
import type { RecordEntry } from '../journal/recordsFile.ts';
import type { Handled } from '../journal/rowOutcome.ts';
import { HashSet, hashOf } from '../rows/hashSet.ts';

/** Remembers to which records the rows of one whole run belong. */
export class SeenRecords {
  readonly #idents = new HashSet();
  /** The `external_ident` of skipped rows, whose records are not known. */
  readonly #names = new HashSet();
  /** The `external_ident` of new records, in a form that spreadsheets and programs do not change. */
  readonly #newNames = new HashSet();
  readonly #isNamedByIdent: boolean;
  /** Lines of rows that could be of any record. */
  readonly unread: number[] = [];

  /** `match` is the field that finds the records: only an `external_ident` tells which record a skipped row is of. */
  constructor(match = 'external_ident') {
    this.#isNamedByIdent = match === 'external_ident';
  }

  note(handled: readonly Handled[]): void {
    for (const one of handled) this.#note(one);
  }

  /** A repeated row is of the record of an earlier row, and a refused row forbids every deletion by itself. */
  #note({ row, outcome, externalIdent }: Handled): void {
    if ('ident' in outcome && outcome.ident !== '') this.#idents.add(hashOf(outcome.ident));
    if (outcome.kind === 'created') this.#newNames.add(hashOf(withoutForm(externalIdent)));
    if (outcome.kind !== 'skipped') return;
    if (row.fault === undefined && row.values.every((value) => value.trim() === '')) return;
    const name = this.#isNamedByIdent && !isHash(externalIdent) ? comparable(externalIdent) : '';
    if (name === '') this.unread.push(row.line);
    else this.#names.add(hashOf(name));
  }

  /** True if a new record has the ident of one that an import created, in another way of writing it. */
  hasRewritten({ to }: Extract<RecordEntry, { readonly created: string }>): boolean {
    const name = withoutForm(String(to.external_ident ?? ''));
    return name !== '' && this.#newNames.has(hashOf(name));
  }

  /** True if a row is of a record that an import created. */
  has({ created, to }: Extract<RecordEntry, { readonly created: string }>): boolean {
    return (
      this.#idents.has(hashOf(created)) ||
      this.#names.has(hashOf(comparable(String(to.external_ident ?? ''))))
    );
  }
}

/** Ignores blanks, and zeros at the start: a spreadsheet makes 137 of 00137. */
function withoutForm(ident: string): string {
  return comparable(ident).replace(/\s+/g, '').replace(/^0+/, '');
}

/** A hash says nothing of a row in which a value is unreadable, or has other spaces or forms of characters. */
function isHash(ident: string): boolean {
  return /^[0-9a-f]{40}$/.test(ident);
}

/** Returns an ident as the service stores it, but without case, which databases may ignore; '' if it is too long. */
function comparable(ident: string): string {
  const clean = cleanLine(ident, maxExternalIdentLength);
  return typeof clean === 'string' ? clean.toLowerCase() : '';
}
