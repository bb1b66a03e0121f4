import type { Call } from '../../shared/wire/call.ts';
import type { Database } from '../database/database.ts';
import { deferred } from '../database/pipeliningClient.ts';
import { expression, insertRows } from './insertRows.ts';
import type { Row } from './recordTable.ts';

/** Field of a record that got another value. Values are in the form of answers. */
export type FieldChange = readonly [field: string, old: unknown, changed: unknown];

export interface RecordChange {
  /** Ident of the customer or article. */
  readonly record: string;
  /** Revision of the record after the change. Only its addresses may have several changes with the same revision. */
  readonly revision: number;
  /** Address of the customer that was changed. */
  readonly address?: string;
  readonly changes?: readonly FieldChange[];
}

/** Longer texts are cut, since a set may change hundreds of texts of 64 KiB. All texts of one line are shorter. */
const maxValueLength = 255;

/** Writes who changed what, in the transaction of the change. The record itself says who created it (`created_by`). */
export class HistoryWriter {
  readonly #database: Database;
  readonly #rows: Row[] = [];

  constructor(database: Database) {
    this.#database = database;
  }

  /** Notes the change of a call, unless its account keeps no history. */
  note({ account, app, method }: Call, { record, revision, address = '', changes = [] }: RecordChange): void {
    if (app === undefined) return;
    this.#rows.push({
      account_id: account,
      record_ident: record,
      revision,
      address_ident: address,
      app_id: app,
      operation: method,
      changes: changes.length === 0 ? '[]' : JSON.stringify(changes.map(withoutLongTexts)),
      date_created: now,
    });
  }

  /** Writes what was noted since the last time, in one statement, which is sent with the next one or with COMMIT. */
  async record(): Promise<void> {
    const rows = this.#rows.splice(0);
    if (rows.length > 0) await deferred(insertRows(this.#database, 'record_history', rows));
  }
}

/** Clock of the database, by which the purge counts days. */
const now = expression('UTC_TIMESTAMP()');

function withoutLongTexts([field, old, changed]: FieldChange): FieldChange {
  return [field, cut(old), cut(changed)];
}

function cut(value: unknown): unknown {
  return typeof value === 'string' && value.length > maxValueLength
    ? `${value.slice(0, maxValueLength).toWellFormed()}…`
    : value;
}
